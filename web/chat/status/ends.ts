/** Ends of a status that are offered by name, the soonest first. */
export const END_NAMES = ['halfHour', 'hour', 'hours', 'today', 'week'] as const;

export type EndName = (typeof END_NAMES)[number];

const MINUTE_MS = 60_000;
const HOURS = 4;

/** Returns the moment of an offered end: what ends today or this week does so at midnight, where the person is. */
export function endAt(name: EndName, now: Date): Date {
  const midnight = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  switch (name) {
    case 'halfHour':
      return new Date(now.getTime() + 30 * MINUTE_MS);
    case 'hour':
      return new Date(now.getTime() + 60 * MINUTE_MS);
    case 'hours':
      return new Date(now.getTime() + HOURS * 60 * MINUTE_MS);
    case 'today':
      return midnight(1);
    case 'week':
      // The week ends with Sunday.
      return midnight((8 - now.getDay()) % 7 || 7);
  }
}
