import type { QueryClient, QueryFunction, QueryKey } from '@tanstack/react-query';

/** Fetches a query for another one that needs its data; a request of it that is under way is not made twice. */
export const fetchQuery = <Data, Key extends QueryKey>(
  client: QueryClient,
  options: { queryKey: Key; queryFn?: QueryFunction<Data, Key> },
): Promise<Data> =>
  client.getQueryCache().build<Data, Error, Data, Key>(client, client.defaultQueryOptions(options)).fetch();
