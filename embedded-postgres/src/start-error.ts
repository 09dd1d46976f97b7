/** The server cannot run as things are. The message is for the operator: what is wrong and what to do, in plain English. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError';
}
