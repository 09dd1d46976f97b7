import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';

/**
 * The stored form of a session token, in hex: whoever reads the database or a backup cannot sign in with it. One round of
 * SHA-256 is enough, because a token has more than 128 bits of entropy (OWASP ASVS 5.0 section 7.2).
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type Adapter = Parameters<NonNullable<BetterAuthPlugin['init']>>[0]['adapter'];
type Where = Parameters<Adapter['findOne']>[0]['where'];
type Query = { model: string; where?: Where | undefined };

/** Better Auth stores session tokens as plain text: this plugin wraps its database adapter and hashes them. */
export const hashedSessionTokens: BetterAuthPlugin = {
  id: 'hashed-session-tokens',
  init: ({ adapter }) => ({ context: { adapter: hashing(adapter) } }),
};

function hashing(adapter: Adapter): Adapter {
  const wrapped: Adapter = {
    ...adapter,
    create: async <Data extends Record<string, unknown>, Row = Data>(
      query: Parameters<typeof adapter.create<Data, Row>>[0],
    ) => {
      const token = 'token' in query.data ? String(query.data.token) : undefined;
      if (query.model !== 'session' || token === undefined) return adapter.create<Data, Row>(query);
      const row = await adapter.create<Data, Row>({ ...query, data: { ...query.data, token: hashToken(token) } });
      return { ...row, token };
    },
    findOne: async <Row>(query: Parameters<typeof adapter.findOne<Row>>[0]) =>
      withToken(await adapter.findOne<Row>(hashed(query)), query),
    findMany: async <Row>(query: Parameters<typeof adapter.findMany<Row>>[0]) =>
      (await adapter.findMany<Row>(hashed(query))).map((row) => withToken(row, query)),
    update: async <Row>(query: Parameters<typeof adapter.update<Row>>[0]) =>
      withToken(await adapter.update<Row>(hashed(query)), query),
    delete: (query) => adapter.delete(hashed(query)),
    deleteMany: (query) => adapter.deleteMany(hashed(query)),
    // This opens no transaction: if one is needed, it is open already.
    transaction: (callback) => callback(wrapped),
  };
  return wrapped;
}

const tokenOf = ({ model, where }: Query): string | undefined => {
  const value = model === 'session' ? where?.find(({ field }) => field === 'token')?.value : undefined;
  return typeof value === 'string' ? value : undefined;
};

const hashed = <Given extends Query>(query: Given): Given => {
  const token = tokenOf(query);
  if (token === undefined) return query;
  const where = query.where?.map((condition) =>
    condition.field === 'token' ? { ...condition, value: hashToken(token) } : condition,
  );
  return { ...query, where };
};

/** Puts the plain token back into a row, as the library reads it from the rows it gets. */
const withToken = <Row>(row: Row, query: Query): Row => {
  const token = tokenOf(query);
  return token === undefined || row === null ? row : { ...row, token };
};
