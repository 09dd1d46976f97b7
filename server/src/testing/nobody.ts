import { spawnSync } from 'node:child_process';

/** The ids of a user without rights who can read the program, as the user of the service; undefined unless root runs the tests. */
export const nobody: { uid: number; gid: number } | undefined = (() => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout);
  const ids = { uid: idOf('-u'), gid: idOf('-g') };
  const canRead = spawnSync('test', ['-r', import.meta.filename], ids).status === 0;
  return canRead && spawnSync(process.execPath, ['--version'], ids).status === 0 ? ids : undefined;
})();
