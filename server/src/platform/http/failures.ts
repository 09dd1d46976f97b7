import type { ErrorCode, ErrorEnvelope } from '@lapau/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { unavailableReason } from '../errors/unavailable.ts';
import { referenceOf } from '../log/request-context.ts';

const codesByFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
};

/**
 * Gives the refusal for an error; undefined when the error is a fault of the program. If the database or the disk is away, a rule's
 * own refusal for a failure is replaced, to say that the same request succeeds later.
 */
function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError && (error.status < 500 || unavailableReason(error) === undefined)) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code !== undefined && code in codesByFastify) return new AppError(codesByFastify[code] as ErrorCode);
  if (unavailableReason(error) !== undefined) return new AppError('not_ready', undefined, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('malformed_request');
  return undefined;
}

/** Makes the refusal for an error that a request has ended with, and logs it if the fault is the server's. */
export function refusalOf(request: FastifyRequest, error: unknown): AppError {
  // The client disconnected while it was sending: this is no fault of the server, and nobody reads the answer.
  if (request.raw.readableAborted) return new AppError('malformed_request');
  const failure = toAppError(error) ?? new AppError('server_error', undefined, { cause: error });
  logFailure(request, error, failure);
  return failure;
}

function logFailure({ log, routeOptions: { url } }: FastifyRequest, error: unknown, failure: AppError): void {
  if (failure.status < 500) return;
  const reason = unavailableReason(failure);
  if (reason !== undefined) log.warn({ reason }, 'answered 503');
  else if (error instanceof AppError && (failure.code === 'not_ready' || failure.code === 'photos_unavailable'))
    log.warn({ url }, 'answered 503');
  else log.error({ err: error, url }, 'request failed');
}

/**
 * Gives the answer the status and the headers of a refusal.
 * @returns the error envelope, which names the request if the fault is the server's
 */
export function refuse(reply: FastifyReply, failure: AppError): ErrorEnvelope {
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  const envelope: ErrorEnvelope = failure.toJSON();
  if (reply.request.context) reply.request.context.code = failure.code;
  if (failure.status >= 500) envelope.reference = referenceOf(reply.request.id);
  reply.status(failure.status).header('cache-control', 'no-store');
  return envelope;
}

/** Sends the error envelope. Closes the socket of a refused upgrade, which Node has detached and does not close. */
export function sendError(reply: FastifyReply, failure: AppError): FastifyReply {
  const { raw } = reply.request;
  if (raw.headers.upgrade !== undefined) reply.raw.once('finish', () => raw.socket.destroySoon());
  return reply.send(refuse(reply, failure));
}
