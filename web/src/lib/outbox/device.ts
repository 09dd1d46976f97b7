import { keepStorage } from '../device/persist.ts';
import { createOpenAccount } from './account-outbox.ts';
import { wakeWorker } from './background-sync.ts';
import type { OutboxDevice } from './outbox.ts';
import { createOutboxStorage } from './storage.ts';
import { createOutboxTabs } from './tabs.ts';

const storage = createOutboxStorage();

/** Stores changes on this device and sends them from its tabs. */
export const device: OutboxDevice = {
  openAccount: createOpenAccount({
    storage,
    tabs: createOutboxTabs(),
    wakeWorker: () => {
      wakeWorker();
      keepStorage();
    },
  }),
  forget: storage.forget,
  forgetOthers: storage.forgetOthers,
};
