const MINUTE_MS = 60_000;

/** How old a place is: as it is now up to a minute, then growing old, after five minutes nothing to go by. */
export function ageOf(located: number | null, now: number): 'fresh' | 'old' | 'lost' {
  if (located === null) return 'lost';
  const age = now - located;
  return age <= MINUTE_MS ? 'fresh' : age <= 5 * MINUTE_MS ? 'old' : 'lost';
}
