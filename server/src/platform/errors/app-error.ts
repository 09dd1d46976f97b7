import { errors } from '@lapau/contract/errors';
import type { ErrorCode, ErrorEnvelope } from '@lapau/contract/errors';

/**
 * An error that is sent to the client. It has a code of the contract, the faults by field, what the server has (`current`) for a
 * version conflict, and the time for the header Retry-After.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, string> | undefined;
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    details?: Record<string, string>,
    options: ErrorOptions & { current?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(code, options);
    this.code = code;
    this.details = details;
    this.current = options.current;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errors[this.code][0];
  }

  toJSON(): ErrorEnvelope {
    return {
      code: this.code,
      message: errors[this.code][1],
      ...(this.details && { details: this.details }),
      ...(this.current !== undefined && { current: this.current }),
    };
  }
}
