import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Outcome } from '../report.ts';
import type { Installation } from '../target/installation.ts';
import { runLapau } from '../target/lapau-command.ts';

/** How many commands had to tell of a photo whose bytes have changed, and how many of them did. */
export type Told = { asked: number; told: number };

/**
 * Changes a byte of a stored photo, and fills another one with zeroes: `verify`, a backup and `verify` of that backup name both (D101).
 * @param folder for the backup
 */
export async function changeBytes(outcome: Outcome, live: Installation, folder: string): Promise<Told> {
  const [changed = '', zeroed = ''] = live.uploaded;
  const [one, other] = [await live.files.read('posts', changed), await live.files.read('posts', zeroed)];
  if (!one || !other) throw new Error('the photos that were uploaded are not there');
  const oneByte = Buffer.from(one.content);
  oneByte.writeUInt8(oneByte.readUInt8(200) ^ 1, 200);
  await live.files.put('posts', changed, oneByte);
  await live.files.put('posts', zeroed, Buffer.alloc(other.content.length));
  const backup = path.join(folder, 'with changed photos.tar');
  const told: Told = { asked: 0, told: 0 };
  for (const args of [['verify'], ['backup', backup], ['verify', backup]]) {
    const { code, said } = await runLapau(args, live.environment).ended;
    told.asked += 1;
    if (code === 2 && said.includes(changed) && said.includes(zeroed)) told.told += 1;
    else
      outcome.faults.push(`two photos have other bytes, and ${args[0]} ended ${code}: ${said.trim().split('\n')[0]}`);
  }
  await live.files.put('posts', changed, one.content);
  await live.files.put('posts', zeroed, other.content);
  await rm(backup);
  return told;
}

/**
 * Makes a backup by a file of settings alone, whose DATABASE_URL has an `&`. It has to hold the database that is in use, not the old one
 * in the data folder, from which Lapau has moved away (D100).
 * @param posts how many posts the database in use has
 */
export async function backUpByFile(
  outcome: Outcome,
  { live, databaseUrl, folder, posts }: { live: Installation; databaseUrl: string; folder: string; posts: number },
): Promise<void> {
  const file = path.join(folder, 'lapau.env');
  const url = `${databaseUrl}?application_name=lapau&connect_timeout=10`;
  const settings = { ...live.environment, DATABASE_URL: url, HSTS: 'max-age=31536000; includeSubDomains' };
  await writeFile(
    file,
    Object.entries(settings).map(([name, value]) => `${name}=${value}\n`),
  );
  const backup = path.join(folder, 'by the file.tar');
  const { code, said } = await runLapau(['backup', backup], { LAPAU_ENV_FILE: file }).ended;
  const manifest = code === 0 ? execFileSync('tar', ['-xOf', backup, 'manifest.json'], { encoding: 'utf8' }) : '{}';
  const backedUp = (JSON.parse(manifest) as { rows?: Record<string, number> }).rows?.['posts'];
  if (backedUp !== posts)
    outcome.faults.push(
      `a backup by the file of settings ended ${code} with ${backedUp} posts of ${posts}: ${said.trim()}`,
    );
  await rm(backup, { force: true });
}
