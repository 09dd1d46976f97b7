import { codeOf } from '../../lib/calls/api-error.ts';

/** Beneath what has failed: the code by which the failure is found in the server's log, where it is the server's fault. */
export function FailureCode({ error }: { error: Error | null }) {
  const code = codeOf(error);
  return code && <p className="text-small text-muted">{code}</p>;
}
