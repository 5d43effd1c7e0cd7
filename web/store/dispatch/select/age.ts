const MINUTE_MS = 60_000;

/** Returns the age class of a position: fresh up to one minute, then old, after five minutes lost. */
export function ageOf(located: number | null, now: number): 'fresh' | 'old' | 'lost' {
  if (located === null) return 'lost';
  const age = now - located;
  return age <= MINUTE_MS ? 'fresh' : age <= 5 * MINUTE_MS ? 'old' : 'lost';
}
