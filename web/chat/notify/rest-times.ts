/** An end of "do not disturb" that is offered by name. */
export interface RestTime {
  name: 'halfHour' | 'hour' | 'tomorrow' | 'monday';
  at: Date;
}

const MINUTE_MS = 60_000;
/** Hour at which a working day begins. */
const MORNING = 9;
/** Before this hour it is still the night: "tomorrow" is the morning that comes. */
const DAWN = 5;

/** Returns the ends that are offered, the next one first. */
export function restTimes(now: Date): RestTime[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING, 0, 0, 0);
  const tomorrow = morning(now.getHours() < DAWN ? 0 : 1);
  const monday = morning((8 - now.getDay()) % 7 || 7);
  return [
    { name: 'halfHour', at: new Date(now.getTime() + 30 * MINUTE_MS) },
    { name: 'hour', at: new Date(now.getTime() + 60 * MINUTE_MS) },
    { name: 'tomorrow', at: tomorrow },
    // On Sunday tomorrow is Monday.
    ...(monday.getTime() === tomorrow.getTime() ? [] : [{ name: 'monday' as const, at: monday }]),
  ];
}
