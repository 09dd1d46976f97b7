import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { toggleWarungSuspension } from './rules.ts';

export const warungsCalls = (platform: Platform): Handlers<'toggle_warung_suspension'> => ({
  toggle_warung_suspension: ({ input, actor }) => platform.write((tx) => toggleWarungSuspension(tx, actor, input)),
});
