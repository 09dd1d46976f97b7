const minuteMs = 60_000;

/**
 * Whether a time that this phone has noted lies beyond now: its clock was ahead then, and has been put back. Such a time counts as never
 * noted (D110). In milliseconds since 1970; what was noted just now may be a moment ahead of a clock that is set all the time.
 */
export const isBeyondNow = (noted: number, now: number = Date.now()): boolean => noted > now + minuteMs;
