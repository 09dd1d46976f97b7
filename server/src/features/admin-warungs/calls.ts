import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { createWarungPost, updatePostByAdmin } from '../posts/rules-admin.ts';
import { getMenuPage } from '../posts/rules.ts';
import { countAdminWarungs, findAdminWarungPage } from './queries.ts';
import { getWarungByAdmin, updateWarungByAdmin } from './rules.ts';

type AdminWarungCalls =
  | 'get_all_warungs_with_owner_info'
  | 'count_all_warungs'
  | 'get_warung_by_admin'
  | 'update_warung_by_admin'
  | 'get_warung_menu_by_admin'
  | 'create_warung_post'
  | 'update_post_by_admin';

export const adminWarungsCalls = (platform: Platform): Handlers<AdminWarungCalls> => {
  const { database, transaction } = platform;
  return {
    get_all_warungs_with_owner_info: ({ input }) => findAdminWarungPage(database, input),
    count_all_warungs: ({ input }) => countAdminWarungs(database, input),
    get_warung_by_admin: ({ input }) => getWarungByAdmin(database.db, input.warung_id),
    update_warung_by_admin: ({ input, actor }) => transaction((tx) => updateWarungByAdmin(tx, actor, input)),
    get_warung_menu_by_admin: ({ input: { warung_id, ...page } }) => getMenuPage(database, warung_id, page),
    create_warung_post: ({ input, actor }) => transaction((tx) => createWarungPost(tx, actor, input)),
    update_post_by_admin: ({ input, actor }) => transaction((tx) => updatePostByAdmin(tx, actor, input)),
  };
};
