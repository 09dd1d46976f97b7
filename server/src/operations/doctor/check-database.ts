import { findLastBackup } from '../../platform/backup/last-backup.ts';
import { clockSlackMs, isBeyondNow, readClock } from '../../platform/clock/clock.ts';
import { connectionsOfProcess } from '../../platform/database/connections.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { inspectNotifyQueue, sayWho } from '../../platform/database/notify-queue.ts';
import { inspectJobs, inspectSchema, inspectServer } from '../../platform/upgrade/inspect-database.ts';
import type { ServerFacts } from '../../platform/upgrade/inspect-database.ts';
import { readMark, unfinishedText } from '../../platform/upgrade/marks.ts';
import { findMovedAway, movedAwayText } from '../../platform/upgrade/moves.ts';
import { refusalOf } from '../../platform/upgrade/refuse-database.ts';
import { error, ok, warning } from './finding.ts';
import type { Finding } from './finding.ts';

/** Checks the server's version, durability and connections, and compares the clocks of both machines. */
export async function checkServer(db: Db, isBundled: boolean): Promise<Finding[]> {
  const facts = await inspectServer(db);
  const { version, isReadOnly, unsafe, connections, maxConnections, allowedConnections } = facts;
  const refused = refusalOf(facts);
  if (refused) return [error('database', refused, 'Move to another server or database, or leave DATABASE_URL out.')];
  if (isReadOnly) {
    const mend = 'Point DATABASE_URL to the primary; writes are answered 503 until then.';
    return [error('database', `PostgreSQL ${version} takes no writes: a standby, or read-only`, mend)];
  }
  const findings = [ok('database', `PostgreSQL ${version}, ${isBundled ? 'the bundled one' : 'of DATABASE_URL'}`)];
  if (unsafe.length > 0) {
    const text = `${unsafe.join(' and ')} ${unsafe.length > 1 ? 'are' : 'is'} off: a crash may lose what was acknowledged`;
    findings.push(warning('database', text, 'Turn it on in postgresql.conf, and reload.'));
  }
  if (connections > 0.8 * maxConnections) {
    const text = `${connections} of ${maxConnections} connections are in use`;
    findings.push(warning('database', text, `Raise max_connections; ${eachTakes}.`));
  }
  if (allowedConnections < connectionsOfProcess.most) {
    const text = `Lapau may have ${allowedConnections} connections at once, and calls that find none are answered 503`;
    findings.push(warning('database', text, `Raise the limit of the server, the database or the role; ${eachTakes}.`));
  }
  return [...findings, checkClock(facts)];
}

const eachTakes = `each process of Lapau takes up to ${connectionsOfProcess.most}`;

const clockToleranceMs = 5_000;

function checkClock({ clockMs, tookMs }: ServerFacts): Finding {
  // The database read its clock at some moment of the time that the question took.
  const aheadMs = Date.now() - tookMs / 2 - clockMs;
  if (Math.abs(aheadMs) < clockToleranceMs + tookMs) return ok('clock', 'agrees with the database’s');
  const text = `this machine’s clock is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s`;
  return warning('clock', text, 'Turn on time synchronisation on both machines (timedatectl set-ntp true).');
}

/** @returns what it found, and whether the tables exist that the other checks read */
export async function checkSchema(db: Db): Promise<{ findings: Finding[]; hasTables: boolean }> {
  const mark = await readMark(db);
  if (mark) {
    const { wrong, mend } = unfinishedText(mark);
    return { findings: [error('schema', wrong, mend)], hasTables: false };
  }
  const moved = await findMovedAway(db);
  if (moved) {
    const { wrong, mend } = movedAwayText(moved);
    return { findings: [error('schema', wrong, mend)], hasTables: false };
  }
  const { applied, pending, unknown, runsOnNewer } = await inspectSchema(db);
  const finding = (one: Finding) => ({ findings: [one], hasTables: applied.length > 0 });
  if (applied.length === 0)
    return finding(warning('schema', 'the database is empty', 'Start Lapau, or restore a backup.'));
  if (runsOnNewer) return finding(ok('schema', `of a newer Lapau, on which this one runs (${applied.at(-1)})`));
  if (unknown.length > 0) {
    const text = `the database was made by a newer Lapau (it has ${unknown.join(', ')})`;
    return finding(error('schema', text, 'Start that version, or restore a backup.'));
  }
  if (pending.length > 0)
    return finding(warning('schema', `${pending.length} migrations wait for the next start`, 'Restart Lapau.'));
  return finding(ok('schema', `as this version has it (${applied.at(-1)})`));
}

/** @returns nothing when the queue is in order, as checkServer reports the healthy server */
export async function checkNotifyQueue(database: Database): Promise<Finding[]> {
  const { usage, oldest } = await inspectNotifyQueue(database);
  if (usage <= 0.5) return [];
  const text = `PostgreSQL's queue of NOTIFY is ${Math.round(100 * usage)} % full, and takes no writes when it is full`;
  const who = oldest ? ` The oldest transaction is that of ${sayWho(oldest)}.` : '';
  return [
    warning('database', text, `End what listens and stays in a transaction: select pg_terminate_backend(PID).${who}`),
  ];
}

const hourMs = 3_600_000;
const staleHours = 48;

/** Says when `lapau backup` last made a backup; Lapau does not learn of backups by other tools. */
export async function checkBackup(db: Db): Promise<Finding> {
  const mend =
    'Run "lapau backup" every night, as docs/operating.md shows; with the tools of PostgreSQL this is no concern.';
  const madeAt = await findLastBackup(db);
  if (!madeAt) return warning('backup', 'none was ever made', mend);
  const now = await readClock(db);
  if (isBeyondNow(madeAt, now)) {
    const text = `the last one is dated ${madeAt.toISOString()}, which is still to come: a clock was ahead, and when it was made nobody knows`;
    return warning(
      'backup',
      text,
      'Run "lapau backup", which notes the time anew; look at the clock with timedatectl.',
    );
  }
  const hours = Math.round((now.getTime() - madeAt.getTime()) / hourMs);
  const text = `the last one is ${hours} hours old`;
  return hours > staleHours ? warning('backup', text, mend) : ok('backup', text);
}

const lateSeconds = 15 * 60;

/** Warns when the schedules were looked at too long ago, or ahead of now. All is well before the first process has looked. */
function checkSchedules(checkedSeconds = 0): Finding[] {
  const minutes = Math.round(Math.abs(checkedSeconds) / 60);
  const far = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  if (checkedSeconds > lateSeconds) {
    const mend = 'What comes every night, at 04.00 or 21.00 waits: start Lapau, or look into its log.';
    return [warning('jobs', `no schedule was looked at for ${far}`, mend)];
  }
  if (checkedSeconds >= -clockSlackMs / 1_000) return [];
  const mend =
    'A clock was ahead, or is behind: see that it is synchronised (timedatectl), then start Lapau, if it does not run.';
  return [warning('jobs', `schedules were last looked at ${far} ahead of now`, mend)];
}

/** Whether anybody works on the jobs, and what fails. */
export async function checkJobs(db: Db): Promise<Finding[]> {
  const facts = await inspectJobs(db);
  if (!facts) return [ok('jobs', 'none: the first start makes the queue')];
  const { late, oldestLateSeconds, failing, schedulesCheckedSeconds } = facts;
  const findings = checkSchedules(schedulesCheckedSeconds);
  if (oldestLateSeconds > lateSeconds) {
    const text = `${late} wait, the oldest for ${Math.round(oldestLateSeconds / 60)} minutes`;
    findings.push(warning('jobs', text, 'Mails, pushes and removals are not done: start Lapau, or look into its log.'));
  }
  if (failing.length > 0) {
    const list = failing.map(({ name, count }) => `${count} × ${name}`).join(', ');
    findings.push(
      warning('jobs', `failed, and will be tried again: ${list}`, 'The log has the reason of each failure.'),
    );
  }
  return findings.length > 0 ? findings : [ok('jobs', 'none is late, none has failed')];
}
