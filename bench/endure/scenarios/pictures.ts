import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { photoLike, uploadTo } from '../../../server/src/testing/pictures.ts';
import { processesOf } from '../../../server/src/testing/processes.ts';
import { countAnswer } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

const uploaders = 2;
const uploadsEach = 10;

/** People upload photos while the processes that prepare them are killed at work; every acknowledged photo has to be there. */
export const pictures: Scenario = (outcome, { rounds = 5 }) =>
  withTarget(outcome, { isRoomy: true }, async (target) => {
    const photo = await (await photoLike(4032, 3024)).jpeg({ quality: 90 }).toBuffer();
    let killed = 0;
    for (let round = 0; round < rounds; round += 1) {
      const done = new AbortController();
      const killing = killPictureProcesses(target.lapau.pid(), done.signal);
      await Promise.all(target.people.slice(0, uploaders).map((person) => uploadAll(target, person, photo)));
      done.abort();
      killed += await killing;
      outcome.rounds += 1;
    }
    outcome.notes.push(`${killed} picture processes were killed`);
    if (killed === 0) outcome.faults.push('no picture process was found to be killed');
  });

async function uploadAll(target: Target, person: Target['people'][number], photo: Buffer): Promise<void> {
  for (let sent = 0; sent < uploadsEach; sent += 1) {
    const { status, body } = await uploadTo(target, `posts/${person.id}`, photo, person);
    if (status === 200) {
      target.outcome.acknowledged += 1;
      if ((await target.request(body.url)).status !== 200) target.outcome.lost += 1;
    } else countAnswer(target.outcome, `${status} ${body.code}`);
  }
}

/** Kills processes that prepare pictures, at any time of their work. @returns how many */
async function killPictureProcesses(pid: number, signal: AbortSignal): Promise<number> {
  for (let killed = 0; ;) {
    await delay(randomInt(500, 1500), undefined, { signal }).catch(() => {}); // the signal ends the pause
    if (signal.aborted) return killed;
    const found = processesOf(pid).find(isPictureProcess);
    if (found === undefined) continue;
    process.kill(found, 'SIGKILL');
    killed += 1;
  }
}

function isPictureProcess(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process');
  } catch {
    return false; // it has ended
  }
}
