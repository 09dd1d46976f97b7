const minuteMs = 60_000;

/**
 * Whether a time that this phone has noted lies beyond now: its clock was ahead then, and has been put back. Such a time counts as never
 * noted (D110). It is in milliseconds since 1970. One that was just noted may be a moment ahead, as some clocks are set all the time.
 */
export const isBeyondNow = (noted: number, now: number = Date.now()): boolean => noted > now + minuteMs;
