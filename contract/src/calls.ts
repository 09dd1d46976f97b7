import * as adminUsers from './admin-users.ts';
import * as auth from './auth.ts';
import * as banners from './banners.ts';
import * as feed from './feed.ts';
import * as posts from './posts.ts';
import * as profile from './profile.ts';
import * as settings from './settings.ts';
import * as warungs from './warungs.ts';
import type { z } from 'zod';

/** Every call by its name on the wire, POST /rpc/<name>. */
export const calls = {
  get_session: profile.get_session,
  get_sign_up_options: auth.get_sign_up_options,
  create_first_admin: auth.create_first_admin,
  get_app_settings: settings.get_app_settings,
  update_app_setting: settings.update_app_setting,
  get_feed: feed.get_feed,
  get_unique_nagari_options: feed.get_unique_nagari_options,
  get_active_banner: banners.get_active_banner,
  create_post: posts.create_post,
  create_admin_post: posts.create_admin_post,
  toggle_user_suspension: adminUsers.toggle_user_suspension,
  toggle_warung_suspension: warungs.toggle_warung_suspension,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** What a client sends: defaults may be left out. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>;
/** What a handler gets after parsing. */
export type ParsedInput<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<Calls[Name]['output']>;
