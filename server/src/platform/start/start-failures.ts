import pg from 'pg';
import { StartRefused } from '../errors/start-refused.ts';
import { untrustedCertificate } from '../errors/unavailable.ts';
import type { Log } from '../log/log.ts';

/**
 * The SQLSTATEs of faults that only an operator can correct: the role, its password or its rights, a missing database, something that
 * the server does not have, or a table, type or function of that name that somebody else has made.
 */
const refusingStates = new Set(['28000', '28P01', '3D000', '3F000', '42501', '0A000', '42P07', '42710', '42723']);

/** PgBouncer's own words for such faults, which it sends with the code of a broken protocol. */
const refusedByPooler =
  /^(no such (database|user)|("trust"|password|SASL|certificate|PAM) authentication failed|(SSL|TLS connection|TLS client certificate) required|database ".*" is disabled|login (failed|rejected)|unix socket login rejected|not allowed)/;

/** Whether an operator has to do something about the database, its server or what is in between. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return /^SASL: |SSL connection/.test(error.message);
  return (
    refusingStates.has(code) ||
    untrustedCertificate.test(code) ||
    (code === 'EACCES' && syscall === 'connect') ||
    (code === '08P01' && refusedByPooler.test(error.message)) ||
    isOfPooler(error) ||
    isOfExtension(error)
  );
}

/** Whether PgBouncer takes no options, or gives the next statement to another connection, which does not know what was prepared. */
const isOfPooler = ({ message }: Error): boolean =>
  /^unsupported (options )?startup parameter|^prepared statement "|^transaction blocks not allowed/.test(message);

const poolerAdvice =
  'use its pool_mode = session with ignore_startup_parameters = options (PgBouncer), or the address of PostgreSQL itself';

/** The text of a start for which statements of one connection reach more than one session of PostgreSQL. */
export const poolerText =
  'DATABASE_URL leads to a pooler in transaction or statement mode, and Lapau needs sessions of its own, for what it sets, locks and ' +
  `listens to: ${poolerAdvice}.`;

const isOfExtension = (error: Error): boolean => error instanceof pg.DatabaseError && error.message.includes('trgm');

export function refusal(cause: unknown): StartRefused {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new StartRefused(`The database refuses Lapau: ${message}.\n${adviceFor(cause)}`, { cause });
}

function adviceFor(cause: unknown): string {
  if (!(cause instanceof Error)) return checkUrl;
  if (isOfPooler(cause)) return `Lapau needs sessions of its own behind a pooler: ${poolerAdvice}.`;
  if (isOfExtension(cause))
    return (
      'Lapau needs the extension pg_trgm: install it (postgresql-contrib), have a superuser run "create extension pg_trgm" in the ' +
      'database, and let the role use its schema.'
    );
  if (/^permission denied for (schema|database) /.test(cause.message))
    return 'The role has to own the database: alter database DATABASE owner to ROLE, by a superuser.';
  if (cause.message.includes('client password must be'))
    return 'DATABASE_URL has no password for the role: postgres://ROLE:PASSWORD@HOST/DATABASE.';
  if (cause.message.includes('"idle_session_timeout"')) return 'Lapau needs PostgreSQL 15 or newer.';
  if (untrustedCertificate.test(codeOf(cause)))
    return (
      'The server’s certificate is not trusted, and pg checks it with sslmode=require too: name the authority’s in NODE_EXTRA_CA_CERTS, or in ' +
      'sslrootcert=FILE of DATABASE_URL; sslmode=no-verify does without the check.'
    );
  if (cause.message.includes('no encryption'))
    return 'If the server wants TLS, add ?sslmode=require to DATABASE_URL; else its pg_hba.conf has to let the role in.';
  if (cause.message.includes('does not support SSL')) return 'Take sslmode out of DATABASE_URL: the server has no TLS.';
  return checkUrl;
}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code);

const checkUrl = 'Check DATABASE_URL, and the role and database that it names.';

/** Ends a start when neither the server nor the operator is at fault, and logs the error with its place in the program. */
export function statementFailure(cause: pg.DatabaseError, log: Log): StartRefused {
  log.error({ err: cause }, 'a statement of the start has failed');
  return new StartRefused(
    `A statement of the start has failed: ${cause.message}.\n` +
      'This is a fault of Lapau, or of what somebody else has changed in its database: the line of the log before this one tells where.',
    { cause },
  );
}

/** Gives the refusal for an error of a command's statement, if it is about rights, or something that the server does not have. */
export const refusalIn = (error: unknown): StartRefused | undefined =>
  error instanceof pg.DatabaseError && isRefusal(error) ? refusal(error) : undefined;

/** Whether pg's time for a connection or for an answer is over. */
export const isSilence = ({ message }: Error): boolean => /^timeout expired$|^Query read timeout$/.test(message);
