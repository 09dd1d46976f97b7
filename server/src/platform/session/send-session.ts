import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Devices } from './devices.ts';

/** Headers of an answer that start or end a session: `set-cookie`, and `set-auth-token` with the signed bearer token. */
export type SessionHeaders = Headers;
export type StartedSession = { userId: string; headers: SessionHeaders };

/** Sends a new session's cookie and token, and the cookie that remembers the device. */
export function sendNewSession(
  { devices }: { devices: Devices },
  { userId, headers }: StartedSession,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  sendSessionHeaders(headers, reply);
  reply.header('set-cookie', devices.remember(request.headers, userId));
}

export function sendSessionHeaders(headers: SessionHeaders, reply: FastifyReply): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  const token = headers.get('set-auth-token');
  if (token !== null) reply.header('set-auth-token', token);
}
