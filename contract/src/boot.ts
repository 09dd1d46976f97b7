import type { CallName, CallOutput } from './calls.ts';

/**
 * The JSON block in the page: the answers of these calls to an empty input, so that the first paint needs no request.
 * Without a session it contains the settings only.
 */
export type BootData = {
  [
    Name in Extract<
      CallName,
      'get_app_settings' | 'get_session' | 'get_feed' | 'get_active_banner' | 'get_unique_nagari_options'
    >
  ]?: CallOutput<Name>;
};
