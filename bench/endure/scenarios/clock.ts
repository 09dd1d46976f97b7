import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { clockSlackMs } from '../../../server/src/platform/clock/clock.ts';
import { makeDataFolder } from '../../../server/src/testing/data-folder.ts';
import { startSmtpServer } from '../../../server/src/testing/smtp.ts';
import { createFakeClock, hasFaketime } from '../clock/faketime.ts';
import type { FakeClock } from '../clock/faketime.ts';
import { compareKept, readKept, shiftFiles } from '../clock/kept.ts';
import { expectSignedIn, fillPast, newSession, writeAsAll } from '../clock/people.ts';
import { walkWithPhones } from '../clock/phones.ts';
import { startClockedPostgres } from '../clock/postgres.ts';
import type { ClockedPostgres } from '../clock/postgres.ts';
import { doneSince, observeJobs, readSchedules } from '../clock/schedules.ts';
import { createWitness } from '../clock/stages.ts';
import { expectNobodyHeld, useUpLimits } from '../clock/used-up.ts';
import { startConversations } from '../load/conversations.ts';
import { giveUp, hasFailed } from '../report.ts';
import type { Outcome } from '../report.ts';
import { runLapau } from '../target/lapau-command.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import { verify } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How far the clock is ahead, and whether Lapau and PostgreSQL go on running when it is set, as on a machine that is resumed. */
type Jump = { name: string; aheadMs: number; isRunning: boolean };

const jumps: Jump[] = [
  { name: 'a minute ahead', aheadMs: minuteMs, isRunning: false },
  { name: 'a day ahead', aheadMs: dayMs, isRunning: false },
  { name: '400 days ahead', aheadMs: 400 * dayMs, isRunning: false },
  { name: '400 days ahead while it runs', aheadMs: 400 * dayMs, isRunning: true },
];

/**
 * How long schedules are waited for. A process looks at them when it starts and every half minute, by a clock that it reads every minute.
 * After a clock that was a minute ahead the same minute comes again, and only the next one is due. Once schedules are late, the steps
 * that restart Lapau wait less.
 */
const lookMs = { due: 120_000, late: 25_000 };

/**
 * Lapau and PostgreSQL run for a while on a clock that is ahead, and then on the right one: nothing is deleted or lost, nobody is signed
 * out or held by a limit beyond its window, and each schedule runs within its interval. Then phones are on wrong clocks.
 */
export const clock: Scenario = async (outcome, { fault = '' }) => {
  if (!hasFaketime) {
    outcome.skipped = 'it needs faketime of Debian';
    return;
  }
  const wanted = jumps.filter(({ name }) => name.includes(fault));
  const rounds = wanted.map((jump) => moveClock(outcome, jump));
  if ('phones'.includes(fault)) rounds.push(walkWithPhones(outcome));
  // The rounds run at once, as each of them waits most of the time.
  for (const round of await Promise.allSettled(rounds)) if (round.status === 'rejected') giveUp(outcome, round.reason);
};

/** What one round works with. */
type Site = {
  target: Target;
  jump: Jump;
  fake: FakeClock;
  postgres: ClockedPostgres;
  environment: NodeJS.ProcessEnv;
  /** The folder of backups. */
  backups: string;
  /** Schedules that have not run in time: the next steps hardly wait for them. */
  late: Set<string>;
};

async function moveClock(outcome: Outcome, jump: Jump): Promise<void> {
  const folder = await makeDataFolder('lapau-endure-clock-');
  const fake = createFakeClock(folder);
  const smtp = await startSmtpServer();
  const postgres = await startClockedPostgres(fake.environment);
  const backups = path.join(folder, 'backups');
  await mkdir(backups);
  const environment = { ...fake.environment, SMTP_URL: smtp.url, LAPAU_EMAIL_VERIFICATION: 'off' };
  try {
    await withTarget(outcome, { environment, databaseUrl: postgres.url, people: 8 }, async (target) => {
      const settings = {
        ...environment,
        DATABASE_URL: postgres.url,
        LAPAU_DATA: target.lapau.dataFolder,
        PORT: new URL(target.lapau.url).port,
        LAPAU_SECRET: target.platform.secret,
      };
      await goThrough({ target, jump, fake, postgres, environment: settings, backups, late: new Set() }, smtp);
    });
    outcome.rounds += 1;
  } finally {
    smtp.close();
    await postgres.stop();
    if (!hasFailed(outcome)) await rm(folder, { recursive: true, force: true });
  }
}

async function goThrough(site: Site, smtp: Awaited<ReturnType<typeof startSmtpServer>>): Promise<void> {
  const { target, jump, backups } = site;
  const { db } = target;
  const isBelieved = jump.aheadMs <= 2 * dayMs;
  const witness = createWitness(target, site.environment);
  await observeJobs(db);
  await startConversations(target);
  smtp.close();
  const addresses = await fillPast(target);
  await writeAsAll(target);
  for (let backup = 0; backup < 2; backup += 1) await backUp(site);
  const before = await readKept(target, backups);
  await witness();

  const begun = new Date();
  const set = await setClock(site, jump.aheadMs, writeAsAll(target));
  const ahead = await Promise.all(
    target.people.map(async (one) => ({ ...one, ...(await newSession(target, one.id)) })),
  );
  await writeAsAll(target, ahead);
  const limits = await useUpLimits(target);
  await backUp(site);
  shiftFiles(target, begun, jump.aheadMs);
  await runSchedules(site, `when it is ${jump.name}`, { minutes: jump.aheadMs / minuteMs, since: set });
  await witness(`when it is ${jump.name}`, isBelieved ? {} : { deletion: 'warning' });

  const since = await setClock(site, 0, writeAsAll(target, ahead));
  const where = `after it was ${jump.name}`;
  await witness(where, { deletion: 'ok', ...(jump.aheadMs > clockSlackMs && { backup: 'warning' }) });
  await smtp.comeBack();
  await writeAsAll(target);
  await expectSignedIn(target, where);
  await backUp(site);
  for (const minutes of jump.isRunning ? [1] : [1, 10, 65]) {
    await stepTo(site, minutes);
    await runSchedules(site, where, { minutes, since, isRight: true });
  }
  // 65 minutes are more than the longest window of these limits, and 130 more than the longest wait of a mail.
  await stepTo(site, 65);
  await expectNobodyHeld(target, where, limits);
  await stepTo(site, 130);
  await expectMails(target, where, addresses, smtp.received);
  const done = (await doneSince(db, 0)).ids;
  compareKept(target, where, { before, after: await readKept(target, backups), done, aheadMs: jump.aheadMs });
  await verify(target);
  await stepTo(site, 24 * 60 + 1);
  await runSchedules(site, where, { minutes: 24 * 60, since, isRight: true });
  await witness(`a day ${where}`, { jobs: 'ok', deletion: 'ok', backup: 'ok' });
}

/**
 * Sets the clock while people write, and starts Lapau and PostgreSQL again unless they are to go on running.
 * @returns how many jobs had been done until then
 */
async function setClock(
  { target, jump, fake, postgres }: Site,
  aheadMs: number,
  writing: Promise<void>,
): Promise<number> {
  let done: number;
  if (jump.isRunning) {
    fake.set(aheadMs);
    done = (await doneSince(target.db, 0)).last;
  } else {
    await target.lapau.stop();
    fake.set(aheadMs);
    await postgres.restart();
    done = (await doneSince(target.db, 0)).last;
    await target.lapau.start();
  }
  await writing;
  return done;
}

/** Moves the right clock on by minutes instead of waiting for them. */
async function stepTo(site: Site, minutes: number): Promise<void> {
  if (site.fake.aheadMs() >= minutes * minuteMs) return;
  await setClock(site, minutes * minuteMs, Promise.resolve());
}

type Due = { minutes: number; since: number; isRight?: boolean };

/** Waits until each schedule that is due within so many minutes has run; one that has not is a fault if the clock is right. */
async function runSchedules(site: Site, where: string, { minutes, since, isRight = false }: Due): Promise<void> {
  const { db, outcome } = site.target;
  const due = (await readSchedules(db)).filter(({ everyMinutes }) => everyMinutes <= minutes);
  const missing = async () => {
    const { names } = await doneSince(db, since);
    return due.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  };
  const patienceMs = lookMs[site.late.size > 0 && !site.jump.isRunning ? 'late' : 'due'];
  const haveRun = until('the schedules', async () => (await missing()).length === 0, patienceMs);
  await haveRun.catch(() => undefined); // what is missing is told below
  const left = await missing();
  if (isRight) for (const name of left) site.late.add(name);
  outcome.notes.push(
    `${where}, ${minutes} minutes on: ${due.length - left.length} of ${due.length} schedules have run`,
  );
  if (isRight && left.length > 0)
    outcome.faults.push(`${where}, ${minutes} minutes on: not run within their interval: ${left.join(', ')}`);
}

async function backUp({ target, jump, environment, backups }: Site): Promise<void> {
  // There are two backups of before and one of after. One of the wrong clock counts too, unless it is dated beyond now (D110).
  const keep = jump.aheadMs > clockSlackMs ? 3 : 4;
  const { code, said } = await runLapau(['backup', backups, '--keep', String(keep)], environment).ended;
  if (code !== 0) target.outcome.faults.push(`a backup ended ${code}: ${said.trim()}`);
}

type Received = { to: string; data: string };

/** Notes a fault for each mail that waited while the clock was wrong and does not arrive exactly once. */
async function expectMails(
  { outcome }: Target,
  where: string,
  addresses: string[],
  received: Received[],
): Promise<void> {
  const times = (address: string) => received.filter(({ to }) => to.includes(`<${address}>`)).length;
  const all = () => addresses.every((address) => times(address) > 0);
  await until('the mails', all, 20_000).catch(() => undefined); // what is missing is told below
  const arrived = addresses.filter((address) => times(address) > 0).length;
  outcome.doubled += addresses.reduce((sum, address) => sum + Math.max(0, times(address) - 1), 0);
  outcome.notes.push(`${where}: ${arrived} of ${addresses.length} mails that waited have arrived`);
  if (arrived < addresses.length)
    outcome.faults.push(
      `${where}: ${addresses.length - arrived} of ${addresses.length} mails that waited have not arrived`,
    );
}
