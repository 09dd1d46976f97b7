import type { ClientBase } from 'pg';
import { answerTimeoutMs, connectTimeoutMs } from './connections.ts';

/**
 * The settings that Lapau relies on in each session of PostgreSQL, whatever DATABASE_URL, the role, the database or the server say
 * (D111). They change what is read, what a statement does, and how long it may take. docs/server.md says which ones are left alone.
 */
const relied = {
  // This is shorter than Lapau's own timeout, so that no statement runs on after its connection was abandoned.
  statement_timeout: answerTimeoutMs - 1_000,
  lock_timeout: 0,
  // The locks of a transaction are free again this soon after its connection was lost.
  idle_in_transaction_session_timeout: answerTimeoutMs,
  // PostgreSQL closes a connection that is silent for this long. A living pool or listener uses its connections more often.
  idle_session_timeout: 60_000,
  // Rules expect some statements to be refused, and go on.
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
  // By a warning PostgreSQL tells that no standby has a commit, or which process holds the queue of NOTIFY.
  client_min_messages: 'notice',
  jit: 'off',
  // PostgreSQL may plan a search for its very words.
  plan_cache_mode: 'auto',
  gin_fuzzy_search_limit: 0,
  // This is how near a spelling has to be (D55): the operator that an index supports takes it from this setting.
  'pg_trgm.word_similarity_threshold': 0.4,
};

type Settings = Partial<typeof relied>;

/** Parameters of a URL that would replace those that Lapau sends. */
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
 * Gives the options that open a connection with Lapau's settings. A pool takes all of them; a single client calls `onConnect` itself
 * once it is connected. The settings are sent twice: with the start of the connection, because a role's own may end a statement after
 * a moment, and by a statement after it, because a pooler in between may drop them and some depend on the server.
 * @param url its `options` still hold for settings that Lapau does not rely on
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

/**
 * Removes those parameters from a URL. The rest stays letter by letter: WHATWG's rules would change URLs that pg takes, such as one
 * whose password has a %.
 */
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

/** SQL that changes a setting which some versions do not have. */
const ifThere = (name: string, value: string) =>
  `case when pg_catalog.current_setting('${name}', true) is not null then pg_catalog.set_config('${name}', '${value}', false) end`;

const dependent = [
  // This setting exists since PostgreSQL 17.
  ifThere('transaction_timeout', '0'),
  // This setting exists since a minor release of each version.
  ifThere('restrict_nonsystem_relation_kind', ''),
  // Acknowledged writes may not be lost in a crash or failover. A stricter value stays.
  `case when pg_catalog.current_setting('synchronous_commit') in ('off', 'local')
    then pg_catalog.set_config('synchronous_commit', 'on', false) end`,
  // Without 'origin' the triggers that keep counts do not fire. Only a superuser may set this; others are refused.
  `case when pg_catalog.current_setting('session_replication_role') <> 'origin'
    then pg_catalog.set_config('session_replication_role', 'origin', false) end`,
  // The schema of pg_trgm is added, so that its operators are found.
  `pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', 'public', (
    select pg_catalog.quote_ident(n.nspname) from pg_catalog.pg_extension e
    join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm' and n.nspname <> 'public')), false)`,
];
