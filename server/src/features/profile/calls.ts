import { findSession } from './queries.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';

export const profileCalls = (platform: Platform): Handlers<'get_session'> => ({
  get_session: async ({ actor }) => (actor === null ? null : findSession(platform.database, actor.id)),
});
