/** The server cannot run as things are. The message is for the operator: what is wrong and what to do, in plain English. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError';
}

/** Another process runs the server on the folder, or another start is about to. */
export class FolderInUse extends PostgresStartError {
  override name = 'FolderInUse';
}
