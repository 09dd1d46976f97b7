/**
 * Bounds of what sockets may make this process store. A person's limits span their sessions: each device has several
 * tabs, and a session costs nothing but another sign-in. Times are in realtimeTimes of the contract.
 */
export const realtimeLimits = {
  socketsPerMember: 40,
  topicsPerSocket: 64,
  topicsPerMessage: 64,
  /** Longer than the longest topic there is, `warung:` and an id. */
  topicLength: 50,
  /** Bytes of a message from a page. */
  messageBytes: 4096,
  /** Frames a message may come in. Each one retains the whole chunk of the stream that it arrived in. */
  fragmentsPerMessage: 8,
  chunksPerFrame: 64,
  /** Messages, pings and pongs of a person: so many at once, as when all their pages come back. */
  messages: { points: 500, windowMs: 25_000 },
  /** Signals that one join is sent again at most; a page that missed more fetches everything once. */
  missedSignals: 200,
  missedBytes: 32 * 1024,
  /** Bytes of signals that a person is sent again over all sockets. */
  missedBytesOfMember: { points: 128 * 1024, windowMs: 60_000 },
  /** How often a page asks for its signals that gets no socket; a page may wait longer. */
  pollMs: 15_000,
  /** Bytes sent and not yet taken by the operating system; it buffers some more. Ten times what a busy second sends. */
  unreadBytes: 16 * 1024,
  /** Sockets that have not shown a session yet. */
  unauthenticatedSockets: 1000,
  unauthenticatedSocketsPerAddress: 100,
} as const;
