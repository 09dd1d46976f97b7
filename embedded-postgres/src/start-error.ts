/** The server cannot run as things are. The message is for the operator: what is wrong and what to do, in plain English. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError';
}

/** Another process runs the server on the folder, or another start is about to. */
export class FolderInUse extends PostgresStartError {
  override name = 'FolderInUse';
}

/** The database was made by another major version than the installed one, and is left as it is. */
export class OtherMajorVersion extends PostgresStartError {
  override name = 'OtherMajorVersion';
  readonly isOlder: boolean;

  constructor(data: string, made: number, installed: number) {
    super(`The database in ${data} was made by PostgreSQL ${made}, this installation brings PostgreSQL ${installed}.`);
    this.isOlder = made < installed;
  }
}
