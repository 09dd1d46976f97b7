import { spawnSync } from 'node:child_process';

/** Finds the name of a user, or of a user's group; its number if it has no name. */
export function accountName(kind: 'user' | 'group', uid: number): string {
  const named = spawnSync('id', [kind === 'user' ? '-nu' : '-ng', String(uid)], { encoding: 'utf8' });
  return named.status === 0 ? named.stdout.trim() : `#${uid}`;
}

/** Names the user of this process for a message. */
export function ownName(): string {
  const uid = process.geteuid?.();
  return uid === undefined ? 'this user' : `the user ${accountName('user', uid)}`;
}
