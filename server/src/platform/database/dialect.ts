import { PostgresAdapter, PostgresDialect, PostgresDriver } from 'kysely';
import type { PostgresDialectConfig } from 'kysely';

/** Kysely's dialect for PostgreSQL, in which a failed rollback does not hide the error that led to it. */
export class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new Driver(this.#config);
  }

  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class Driver extends PostgresDriver {
  /** A rollback fails only on a lost connection, which is not used again and whose transaction PostgreSQL ends by itself. */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

/**
 * Takes no lock for migrations, as migrate.ts takes one. Kysely would unlock its own after a failed statement, when the transaction
 * takes no further one, and its statements would wait for locks longer than ours may.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
