import { spawnSync } from 'node:child_process';

/** What a user, or the group of a user, is called; its number where it has no name. */
export function accountName(kind: 'user' | 'group', uid: number): string {
  const named = spawnSync('id', [kind === 'user' ? '-nu' : '-ng', String(uid)], { encoding: 'utf8' });
  return named.status === 0 ? named.stdout.trim() : `#${uid}`;
}

/** The user whom this process belongs to, as a message names them. */
export function ownName(): string {
  const uid = process.geteuid?.();
  return uid === undefined ? 'this user' : `the user ${accountName('user', uid)}`;
}
