import { codeOf } from '../../lib/calls/api-error.ts';

/** The code beneath a failure by which it is found in the server's log, if it is the server's fault. */
export function FailureCode({ error }: { error: Error | null }) {
  const code = codeOf(error);
  return code && <p className="text-small text-muted">{code}</p>;
}
