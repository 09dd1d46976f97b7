import { errors } from '@lapau/contract/errors';
import type { ErrorCode } from '@lapau/contract/errors';

/**
 * An error that is sent to the client: a code of the contract, by field what is wrong with it, and for a version conflict
 * what the server has (`current`).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, string> | undefined;
  readonly current: unknown;

  constructor(code: ErrorCode, details?: Record<string, string>, options: ErrorOptions & { current?: unknown } = {}) {
    super(code, options);
    this.code = code;
    this.details = details;
    this.current = options.current;
  }

  get status(): number {
    return errors[this.code][0];
  }

  toJSON() {
    return {
      code: this.code,
      message: errors[this.code][1],
      ...(this.details && { details: this.details }),
      ...(this.current !== undefined && { current: this.current }),
    };
  }
}
