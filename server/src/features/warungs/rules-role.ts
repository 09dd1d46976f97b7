import type { Tx } from '../../platform/transaction.ts';
import { replaceRole } from './queries.ts';

// A change of the role locks the person's own posts together with those they liked or commented on, in one order; a change
// of the stall's name or suspension locks the own ones only. So the role changes first (ARCHITECTURE.md, Lock order).

/** Makes a buyer, who is locked, a seller; an admin keeps the role (D12). To be called before the stall is changed. */
export const giveSellerRole = (tx: Tx, userId: string) =>
  replaceRole(tx.db, userId, { from: 'pembeli', to: 'penjual' });

/** The reverse; who has become an admin meanwhile stays one. */
export const takeSellerRole = (tx: Tx, userId: string) =>
  replaceRole(tx.db, userId, { from: 'penjual', to: 'pembeli' });
