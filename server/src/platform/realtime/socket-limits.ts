/**
 * Bounds of what sockets may make this process store. A person's limits span their sessions: each device has several
 * tabs, and a session costs nothing but another sign-in. Times are in realtimeTimes of the contract.
 */
export const realtimeLimits = {
  socketsPerMember: 40,
  topicsPerSocket: 64,
  topicsPerMessage: 64,
  /** Characters of a topic; the longest one, `warung:` and an id, has fewer. */
  topicLength: 50,
  /** Bytes of a message from a page. */
  messageBytes: 4096,
  /** Frames a message may come in. Each one retains the whole chunk of the stream that it arrived in. */
  fragmentsPerMessage: 8,
  chunksPerFrame: 64,
  /** Messages, pings and pongs of a person; many come at once when all their pages reconnect. */
  messages: { points: 500, windowMs: 25_000 },
  /** How many missed signals one join gets at most; a page that missed more fetches everything once. */
  missedSignals: 200,
  missedBytes: 32 * 1024,
  /** Bytes of missed signals that a person gets over all sockets. */
  missedBytesOfMember: { points: 128 * 1024, windowMs: 60_000 },
  /** How often a page without a socket asks for its signals; it may wait longer. */
  pollMs: 15_000,
  /**
   * Bytes that were sent and that the operating system, which buffers some more, has not taken yet: ten times as many as in a busy
   * second.
   */
  unreadBytes: 16 * 1024,
  /** Sockets that have not shown a session yet. */
  unauthenticatedSockets: 1000,
  unauthenticatedSocketsPerAddress: 100,
} as const;
