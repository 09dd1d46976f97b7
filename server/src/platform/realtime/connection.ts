import { socketCloses } from '@lapau/contract/signals';
import type { Topic } from '@lapau/contract/signals';
import { WebSocket } from 'ws';
import type { Member } from '../session/actor.ts';
import type { SessionRead } from '../session/sessions.ts';
import { realtimeLimits } from './socket-limits.ts';

/** A signed-in person's socket. There may be thousands: each uses as little memory as possible. */
export type Connection = {
  readonly socket: WebSocket;
  /** Reads again the session with which the socket was opened. */
  readonly readSession: () => Promise<SessionRead>;
  /** The topics that it subscribes to. The value tells whether signals from before the subscription have been asked for. */
  readonly topics: Map<Topic, boolean>;
  member: Member;
  /** When a frame of the page last arrived, and when its session was last read; by performance.now(). */
  lastSeenAt: number;
  sessionReadAt: number;
};

/**
 * Every frame to a socket goes through here. A socket whose client has left more than `unreadBytes` unread is terminated: its buffer
 * would grow without bound, and a page that reconnects fetches everything again.
 * @param write sends `byteLength` bytes at most
 * @returns whether the frame was sent
 */
function sendGuarded(socket: WebSocket, byteLength: number, write: () => void): boolean {
  if (socket.readyState !== WebSocket.OPEN) return false;
  if (socket.bufferedAmount + byteLength > realtimeLimits.unreadBytes) {
    socket.terminate();
    return false;
  }
  write();
  return true;
}

/** Sends a message of ours. @see sendGuarded */
export const send = (socket: WebSocket, message: Buffer): boolean =>
  sendGuarded(socket, message.length, () => socket.send(message, { binary: false }));

/** Pings on the protocol's level. @see sendGuarded */
export const ping = (socket: WebSocket): boolean => sendGuarded(socket, 0, () => socket.ping());

/**
 * Answers a ping of the protocol (RFC 6455 section 5.5.2).
 * @param payload is copied: it is a view into the chunk that it arrived in, which waiting to be sent would retain
 */
export const pong = (socket: WebSocket, payload: Buffer): boolean =>
  sendGuarded(socket, payload.length, () => socket.pong(Buffer.from(payload)));

/** Closes a socket that has no session, with the reason when its person or stall is suspended. */
export function closeUnauthorized(socket: WebSocket, read: Exclude<SessionRead, Member>): void {
  if (read === null) socket.close(socketCloses.unauthenticated);
  else socket.close(socketCloses.suspended, read);
}
