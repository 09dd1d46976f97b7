import type { CallName, CallOutput } from './calls.ts';
import type { ErrorEnvelope } from './errors.ts';
import type { Session } from './profile.ts';
import { screenAt, screens } from './screens.ts';
import type { Area, ScreenPath } from './screens.ts';

/**
 * The JSON block in the page: the answers of these calls, so that the first paint needs no request. Their inputs are those with which the
 * screen of the page's path begins; get_link_preview is about that path, or the one that /login returns to. Without a session it contains
 * the settings, the preview and what the form of /login needs only: `csrf_token` is sent in its field of that name, and the page that
 * answers a refused form says so in `refused_sign_in`. `dismissed_announcement` is what the browser has told (web/src/lib/device/told-server.ts).
 */
export type BootData = {
  [
    Name in Extract<
      CallName,
      | 'get_app_settings'
      | 'get_session'
      | 'get_feed'
      | 'get_active_banner'
      | 'get_unique_nagari_options'
      | 'get_link_preview'
      | 'get_post_details'
      | 'get_warung'
      | 'get_warung_menu'
    >
  ]?: CallOutput<Name>;
} & { csrf_token?: string; refused_sign_in?: RefusedSignIn; dismissed_announcement?: string };

/** A sign-in that was refused although the app's code had no part in it: the browser has sent the form by itself. */
export type RefusedSignIn = {
  /** The e-mail as it was typed. */
  email: string;
  /** The id that a code was sent with. The form needs it again, and the error of a wrong code does not have it. */
  confirmation?: string;
  /** What `/auth/sign-in/email` would have answered. */
  error: ErrorEnvelope;
};

/** Where the app starts for a cook who has chosen that on this device. */
export const stallStart = '/my-warung' satisfies ScreenPath;

/** How a device tells whose choice that is: by the end of the cook's id, whose beginning is a time. */
export const startChoiceOf = (userId: string): string => userId.slice(-12);

/** Whether somebody starts at the own stall: the choice is theirs, and they still have one to sell in. An admin starts at the feed. */
export const startsAtStall = ({ user, profile, warung }: Session, choice: string | null | undefined): boolean =>
  profile.role === 'penjual' && warung !== null && choice === startChoiceOf(user.id);

/** The input of get_feed with which /foods begins: the dishes that can be had now, without posts of admins. */
export const foodsInput = { include_admin_posts: false, only_open: true };

/**
 * Which part of the markup in web/index.html shows until the app has loaded: the members' bars with the feed's blocks or without
 * them, or the mark alone.
 */
export function firstPaint(data: BootData, pathname: string): 'feed' | 'bars' | 'mark' {
  const path = screenAt(pathname);
  if (!data.get_session || screens[path].layout !== 'member') return 'mark';
  return path === '/' ? 'feed' : 'bars';
}

/**
 * The chunk with the code of the screen that a path opens, so that the page can name it in its head: if the app asked for it only when
 * it has started, a slow line would need another round trip. Null for the feed, whose code is part of every first load.
 */
export function screenChunk(data: BootData, pathname: string): Area | null {
  const { access, area } = screens[screenAt(pathname)];
  return data.get_session || access === 'public' ? area : 'login';
}
