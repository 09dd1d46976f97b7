import pg from 'pg';

/** Settings that a role, a database or a URL may bring, each as unlike PostgreSQL's own as it can be. */
const unusual: Record<string, string> = {
  statement_timeout: '1',
  lock_timeout: '1',
  idle_in_transaction_session_timeout: '1',
  idle_session_timeout: '1',
  // PostgreSQL has this since version 17; a shorter time would end the session before Lapau can change it.
  transaction_timeout: '60000',
  exit_on_error: 'on',
  search_path: 'nowhere',
  client_encoding: 'LATIN1',
  datestyle: 'German',
  intervalstyle: 'sql_standard',
  timezone: 'Pacific/Chatham',
  timezone_abbreviations: 'India',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  escape_string_warning: 'off',
  backslash_quote: 'off',
  quote_all_identifiers: 'on',
  transform_null_equals: 'on',
  xmlbinary: 'hex',
  xmloption: 'document',
  lc_monetary: 'POSIX',
  lc_numeric: 'POSIX',
  lc_time: 'POSIX',
  default_text_search_config: 'pg_catalog.danish',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  client_min_messages: 'error',
  row_security: 'off',
  check_function_bodies: 'off',
  restrict_nonsystem_relation_kind: 'view',
  synchronous_commit: 'off',
  jit: 'on',
  jit_above_cost: '0',
  plan_cache_mode: 'force_generic_plan',
  gin_fuzzy_search_limit: '1',
  enable_seqscan: 'off',
  enable_indexscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_hashagg: 'off',
  enable_nestloop: 'off',
  enable_mergejoin: 'off',
  enable_sort: 'off',
  geqo_threshold: '2',
  join_collapse_limit: '1',
  from_collapse_limit: '1',
  constraint_exclusion: 'off',
  cursor_tuple_fraction: '0',
  debug_parallel_query: 'on',
  force_parallel_mode: 'on',
  parallel_setup_cost: '0',
  parallel_tuple_cost: '0',
  work_mem: '64',
  maintenance_work_mem: '1024',
  temp_buffers: '100',
  stats_fetch_consistency: 'none',
  'pg_trgm.similarity_threshold': '1',
  'pg_trgm.word_similarity_threshold': '1',
  'pg_trgm.strict_word_similarity_threshold': '1',
};

/** What the unusual settings are set for. */
export type Bringer = 'the database' | 'the role' | 'the URL';

/** Gives the sessions of a database the unusual settings. @returns the connection string with which they have them */
export async function bringUnusual(url: string, by: Bringer): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The extension's settings can be set only in a session that has loaded it.
    const { rowCount } = await client.query(`select from pg_extension where extname = 'pg_trgm'`);
    if (rowCount === 1) await client.query(`select similarity('a', 'b')`);
    const { rows } = await client.query<{ name: string }>('select lower(name) as name from pg_settings');
    const known = Object.entries(unusual).filter(([name]) => rows.some((row) => row.name === name));
    if (by === 'the URL') {
      const to = new URL(url);
      for (const name of ['statement_timeout', 'lock_timeout', 'query_timeout']) to.searchParams.set(name, '1');
      to.searchParams.set('client_encoding', 'LATIN1');
      to.searchParams.set('application_name', 'of a friend');
      to.searchParams.set('options', known.map(([name, value]) => `-c ${name}=${value}`).join(' '));
      return to.href;
    }
    const database = pg.escapeIdentifier(new URL(url).pathname.slice(1));
    const whose = by === 'the role' ? `role current_user in database ${database}` : `database ${database}`;
    for (const [name, value] of known) await client.query(`alter ${whose} set ${name} = ${pg.escapeLiteral(value)}`);
    return url;
  } finally {
    await client.end();
  }
}
