import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { getPushSettings, setPushSettings, subscribe, unsubscribe } from './rules.ts';

type PushCalls = 'get_push_settings' | 'set_push_settings' | 'subscribe_push' | 'unsubscribe_push';

export const pushCalls = ({ database, transaction, push }: Platform): Handlers<PushCalls> => ({
  get_push_settings: ({ actor }) => getPushSettings(database.db, push, actor.id),
  set_push_settings: ({ input, actor }) => transaction((tx) => setPushSettings(tx, push, actor.id, input)),
  subscribe_push: async ({ input, actor }) => {
    const was_known = await transaction((tx) => subscribe(tx, push, actor, input));
    return { subscribed: true, was_known };
  },
  unsubscribe_push: async ({ input, actor }) => {
    await transaction((tx) => unsubscribe(tx, actor, input));
    return { subscribed: false };
  },
});
