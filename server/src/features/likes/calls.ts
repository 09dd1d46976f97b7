import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { setLike } from './rules.ts';

export const likesCalls = (platform: Platform): Handlers<'toggle_like'> => ({
  toggle_like: ({ input, actor }) =>
    platform.transaction((tx) => setLike(tx, actor, input.post_id_to_toggle, input.liked)),
});
