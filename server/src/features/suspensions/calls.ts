import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { toggleSuspension } from './rules.ts';

export const suspensionsCalls = ({
  transaction,
}: Platform): Handlers<'toggle_user_suspension' | 'toggle_warung_suspension'> => ({
  toggle_user_suspension: ({ input: { user_id_to_toggle: id, ...wanted }, actor }) =>
    transaction((tx) => toggleSuspension(tx, actor, { type: 'user', id }, wanted)),
  toggle_warung_suspension: ({ input: { warung_id: id, ...wanted }, actor }) =>
    transaction((tx) => toggleSuspension(tx, actor, { type: 'warung', id }, wanted)),
});
