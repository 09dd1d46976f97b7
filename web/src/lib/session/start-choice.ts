import { startChoiceOf, startsAtStall } from '@lapau/contract/boot';
import type { Session } from '@lapau/contract/profile';
import { deviceStorage } from '../device/device-storage.ts';
import { tellServer } from '../device/told-server.ts';

/*
 * A cook may choose that the app starts at the own stall on this device. The server is told by a cookie, so that its page does not begin
 * with the feed.
 */

const name = 'start-at-stall';

/** The choice that was made on this device, for `startsAtStall`; null for none. */
export const startChoice = (): string | null => deviceStorage.get(name);

/** @param userId the cook who chooses the own stall; undefined for the feed */
export function chooseStart(userId: string | undefined): void {
  if (userId === undefined) deviceStorage.remove(name);
  else deviceStorage.set(name, startChoiceOf(userId));
  tellOfStart();
}

/** Tells the server, with the next page, where the app starts. */
const tellOfStart = (): void => tellServer('start', startChoice() ?? undefined);

/** Puts right what the server hears, and forgets the choice of somebody who has no stall to sell in any more. */
export function checkStart(session: Session): void {
  const choice = startChoice();
  if (choice === startChoiceOf(session.user.id) && !startsAtStall(session, choice)) chooseStart(undefined);
  else tellOfStart();
}
