import type { CallName, CallOutput } from './calls.ts';

/**
 * The JSON block in the page: the answers of these calls, so that the first paint needs no request. The input is empty, but for
 * get_link_preview, which is about the page's own path or the one that /login returns to. Without a session it contains the
 * settings and the preview only.
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
    >
  ]?: CallOutput<Name>;
};
