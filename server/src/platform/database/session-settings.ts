import type { ClientBase } from 'pg';
import { answerTimeoutMs, connectTimeoutMs } from './connections.ts';

/**
 * What Lapau relies on in each session of PostgreSQL, whatever DATABASE_URL, the role, the database or the server say (D111):
 * settings that change what is read, what a statement does, and how long it may take. docs/server.md says which ones are left alone.
 */
const relied = {
  // shorter than this side's timeout, so that no statement runs on after its connection was abandoned
  statement_timeout: answerTimeoutMs - 1_000,
  lock_timeout: 0,
  // what a transaction has locked is free again soon after its connection was lost
  idle_in_transaction_session_timeout: answerTimeoutMs,
  // after so much silence PostgreSQL closes a connection: a living pool or listener uses its connections more often
  idle_session_timeout: 60_000,
  // the rules expect refusals, and go on
  exit_on_error: 'off',
  search_path: 'public',
  client_encoding: 'UTF8',
  datestyle: 'ISO,MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: 1,
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read\\ committed',
  // by a warning PostgreSQL says that no standby has a commit, or who holds the queue of NOTIFY
  client_min_messages: 'notice',
  jit: 'off',
  // a search is planned for its very words
  plan_cache_mode: 'auto',
  gin_fuzzy_search_limit: 0,
  // how near a spelling has to be (D55); the operator that an index can search with takes it from here
  'pg_trgm.word_similarity_threshold': 0.4,
};

type Settings = Partial<typeof relied>;

/** Parameters of a URL that would take the place of what this side sends. */
const ownParameters = new Set([
  'application_name',
  'client_encoding',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'query_timeout',
  'statement_timeout',
]);

/**
 * How a connection with Lapau's settings is opened: a pool takes all of it, a lone client calls `onConnect` itself once it is connected.
 * The settings are sent twice. With the start of the connection, as a role may end what takes longer than a moment; and by a
 * statement after it, as a pooler in between may drop them, and as some depend on the server.
 * @param url whose `options` still hold for what Lapau does not rely on
 * @param own other values, for this connection
 */
export function sessionOf(url: string, name: string, own: Settings = {}) {
  const settings = Object.entries({ ...relied, ...own });
  const given = new URL(url).searchParams.getAll('options');
  const text = statementOf(settings);
  return {
    connectionString: withoutOwn(url),
    options: [...given, ...settings.map(([setting, value]) => `-c ${setting}=${value}`)].join(' '),
    application_name: name,
    onConnect: async (client: ClientBase): Promise<void> => {
      await client.query({ text, query_timeout: connectTimeoutMs } as { text: string });
    },
  };
}

/** The rest stays letter by letter: pg takes URLs that WHATWG's rules would write in another way, such as a password with a % in it. */
function withoutOwn(url: string): string {
  const [address = '', ...query] = url.split('?');
  const parts = query.join('?').split('&');
  const others = parts.filter((part) => ![...new URLSearchParams(part).keys()].some((name) => ownParameters.has(name)));
  return others.length === parts.length ? url : [address, others.join('&')].join('?');
}

function statementOf(settings: [string, string | number][]): string {
  const fixed = settings
    .filter(([name]) => name !== 'search_path')
    .map(([name, value]) => `pg_catalog.set_config('${name}', '${String(value).replaceAll('\\', '')}', false)`);
  return `select ${[...fixed, ...dependent].join(',\n')}`;
}

/** A setting that some versions do not have. */
const ifThere = (name: string, value: string) =>
  `case when pg_catalog.current_setting('${name}', true) is not null then pg_catalog.set_config('${name}', '${value}', false) end`;

const dependent = [
  // since PostgreSQL 17
  ifThere('transaction_timeout', '0'),
  // since some release of each version
  ifThere('restrict_nonsystem_relation_kind', ''),
  // what is acknowledged is not to be lost in a crash or failover; where it waits for more, it goes on to do so
  `case when pg_catalog.current_setting('synchronous_commit') in ('off', 'local')
    then pg_catalog.set_config('synchronous_commit', 'on', false) end`,
  // triggers keep the counts; only a superuser may set it, and everybody else is refused
  `case when pg_catalog.current_setting('session_replication_role') <> 'origin'
    then pg_catalog.set_config('session_replication_role', 'origin', false) end`,
  // the operators of pg_trgm are found wherever the extension is
  `pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', 'public', (
    select pg_catalog.quote_ident(n.nspname) from pg_catalog.pg_extension e
    join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm' and n.nspname <> 'public')), false)`,
];
