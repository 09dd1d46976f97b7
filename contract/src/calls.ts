import type { z } from 'zod';
import * as adminUsers from './admin-users.ts';
import * as auth from './auth.ts';
import * as banners from './banners.ts';
import * as comments from './comments.ts';
import * as feed from './feed.ts';
import * as likes from './likes.ts';
import * as notifications from './notifications.ts';
import * as posts from './posts.ts';
import * as profile from './profile.ts';
import * as reports from './reports.ts';
import * as saves from './saves.ts';
import * as settings from './settings.ts';
import * as warungs from './warungs.ts';

/** Every call by its name on the wire, POST /rpc/<name>. */
export const calls = {
  get_session: profile.get_session,
  get_sign_up_options: auth.get_sign_up_options,
  create_first_admin: auth.create_first_admin,
  change_password: auth.change_password,
  list_sessions: auth.list_sessions,
  end_session: auth.end_session,
  end_other_sessions: auth.end_other_sessions,
  update_profile: profile.update_profile,
  update_avatar: profile.update_avatar,
  delete_account: profile.delete_account,
  get_app_settings: settings.get_app_settings,
  update_app_setting: settings.update_app_setting,
  get_feed: feed.get_feed,
  get_unique_nagari_options: feed.get_unique_nagari_options,
  get_active_banner: banners.get_active_banner,
  create_post: posts.create_post,
  create_admin_post: posts.create_admin_post,
  get_post_details: posts.get_post_details,
  delete_post: posts.delete_post,
  toggle_like: likes.toggle_like,
  toggle_save_post: saves.toggle_save_post,
  get_saved_posts: saves.get_saved_posts,
  get_comments_for_post: comments.get_comments_for_post,
  add_comment: comments.add_comment,
  delete_comment: comments.delete_comment,
  create_report: reports.create_report,
  report_comment: reports.report_comment,
  get_notifications: notifications.get_notifications,
  mark_notifications_read: notifications.mark_notifications_read,
  delete_my_notifications: notifications.delete_my_notifications,
  toggle_user_suspension: adminUsers.toggle_user_suspension,
  list_warungs: warungs.list_warungs,
  get_warung: warungs.get_warung,
  get_warung_menu: warungs.get_warung_menu,
  toggle_warung_suspension: warungs.toggle_warung_suspension,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** What a client sends: defaults may be left out. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>;
/** What a handler gets after parsing. */
export type ParsedInput<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<Calls[Name]['output']>;
