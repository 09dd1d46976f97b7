/**
 * SQLSTATE classes (PostgreSQL manual, appendix A): connection exception, insufficient resources, operator
 * intervention (statement timeouts and shutdowns among them), system error.
 */
const sqlStateClasses = new Set(['08', '53', '57', '58']);

const sqlStates = new Set([
  '25006', // the database is read-only: a standby, or protected by an operator
  '25P03', // the transaction idled too long
  '25P04', // the transaction took too long
  '28000', // the role may not sign in
  '28P01', // wrong password
  '3D000', // the database does not exist (any more)
  '40001', // serialization failure and
  '40P01', // deadlock, after the last try
  '55000', // the database takes no connections
  '55P03', // a lock was not to be had in time
]);

/** The files of PostgreSQL's source whose errors are about its own journal, tables and transaction states. */
const ownFiles = new Set(['xlog.c', 'fd.c', 'md.c', 'slru.c']);

/** The codes with which the network, the file system and the resolver fail. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
]);

/** Codes of Node's TLS: a certificate has expired, or is not the expected one. */
export const untrustedCertificate = /^(CERT_|ERR_TLS_|UNABLE_TO_)|SELF_SIGNED_CERT/;

/**
 * The messages of errors without a code. In pg, pg-pool, Kysely and connections.ts they are about a connection that is lost, late or
 * closed, or a commit that no standby has confirmed; in the programs of the bundled PostgreSQL about a disk that takes nothing.
 */
const messages =
  /^Connection terminated|^Commit unconfirmed|is not queryable$|^timeout expired$|^timeout exceeded when trying to connect$|^Query read timeout$|^SASL: |SSL connection|^Cannot use a pool after calling end|^driver has already been destroyed$|connection has been discarded$|No space left on device|Read-only file system/;

/**
 * Thrown when something that Lapau depends on cannot serve now, and its own error does not say so by a code. The message is for the
 * log.
 */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/**
 * Says why something that Lapau depends on (database, disk, network, object storage) cannot serve now, in a few words for the log and
 * without a stack; undefined for every other error. Such an error is no fault of the request or the program, and may pass.
 */
export function unavailableReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Unavailable) return error.message;
  const { code, syscall, routine, file } = error as NodeJS.ErrnoException & { routine?: string; file?: string };
  const isUnavailable =
    code === undefined
      ? messages.test(error.message)
      : sqlStates.has(code) ||
        systemCodes.has(code) ||
        (/^[0-9A-Z]{5}$/.test(code) && sqlStateClasses.has(code.slice(0, 2))) ||
        untrustedCertificate.test(code) ||
        // The queue of NOTIFY is full. Other limits with this code are a fault of the statement.
        (code === '54000' && routine === 'PreCommit_Notify') ||
        // PostgreSQL may not open a file of its own. In other source files this code says that the role lacks a right.
        (code === '42501' && ownFiles.has(file ?? '')) ||
        // The database's socket does not exist, or this user may not open it.
        (syscall === 'connect' && (code === 'ENOENT' || code === 'EACCES'));
  if (isUnavailable)
    return code === undefined || error.message.includes(code) ? error.message : `${code} ${error.message}`.trim();
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.map(unavailableReason).find((reason) => reason !== undefined);
}
