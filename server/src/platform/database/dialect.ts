import { PostgresAdapter, PostgresDialect, PostgresDriver } from 'kysely';
import type { PostgresDialectConfig } from 'kysely';

/** PostgreSQL as Kysely speaks with it, but that no failure while something ends takes the place of the error that ended it. */
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
  /** It fails only on a lost connection, whose transaction PostgreSQL ends by itself, and which is not used again. */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

/**
 * Migrations are kept apart by a lock of ours (migrate.ts). Kysely's would be unlocked after a failed statement, in a transaction that
 * takes no further one, and would have statements wait for locks longer than ours may.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
