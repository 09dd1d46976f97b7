import { lockPerson } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { setPersonState } from '../auth/rules.ts';
import { withdrawNotificationsOfRole } from '../notifications/rules-withdraw.ts';
import { roleWithoutStall, roleWithStall } from './policy.ts';

// A change of the role locks the person's own posts together with those they liked or commented on, in one order; a change
// of the stall's name or suspension locks only the own posts. So the role changes first (ARCHITECTURE.md, Lock order).

/** Makes a buyer, who is locked, a seller. To be called before the stall is changed. */
export const giveSellerRole = (tx: Tx, userId: string) => changeRole(tx, userId, roleWithStall);

/** Makes a seller, who is locked, a buyer. To be called before the stall is changed. */
export const takeSellerRole = (tx: Tx, userId: string) => changeRole(tx, userId, roleWithoutStall);

async function changeRole(tx: Tx, userId: string, roleAfter: typeof roleWithStall): Promise<void> {
  const person = await lockPerson(tx.db, userId);
  const role = person && roleAfter(person.role);
  if (!role) return;
  await setPersonState(tx.db, userId, { role });
  await withdrawNotificationsOfRole(tx, userId, { before: person.role, after: role });
}
