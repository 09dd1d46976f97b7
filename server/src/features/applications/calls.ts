import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLatestApplication, findPendingApplications } from './queries.ts';
import { approveApplication, rejectApplication } from './rules-decide.ts';
import { submitApplication } from './rules.ts';

type ApplicationsCalls =
  | 'submit_application'
  | 'get_my_application'
  | 'get_pending_applications'
  | 'approve_seller_application'
  | 'reject_seller_application';

export const applicationsCalls = (platform: Platform): Handlers<ApplicationsCalls> => ({
  submit_application: ({ input, actor }) => platform.transaction((tx) => submitApplication(tx, actor, input)),
  get_my_application: async ({ actor }) => (await findLatestApplication(platform.database.db, actor.id)) ?? null,
  get_pending_applications: ({ input, actor }) => findPendingApplications(platform.database, actor.id, input),
  approve_seller_application: ({ input, actor }) => platform.transaction((tx) => approveApplication(tx, actor, input)),
  reject_seller_application: ({ input, actor }) => platform.transaction((tx) => rejectApplication(tx, actor, input)),
});
