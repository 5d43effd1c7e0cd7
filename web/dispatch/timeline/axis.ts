const HOUR_MS = 3_600_000;
/** Maximum look-ahead; later tasks are on the board. */
const MAX_MS = 48 * HOUR_MS;
/** At least so much lies ahead: late in the evening, too, there is room to drop something, and none that comes and goes under the pointer. */
const AHEAD_MS = 12 * HOUR_MS;

/** Pixels of an hour, from a whole day at a glance to single minutes. */
const SCALES = [40, 80, 160, 320, 640] as const;
const USUAL = 2;

/** The time that runs across the screen. */
export interface Axis {
  from: number;
  to: number;
  pxPerHour: number;
  /** Index of the scale, and the number of scales. */
  scale: number;
  scales: number;
}

/** From this midnight to the next, or to the end of what lasts longer, and some hours ahead in any case. */
export function axisOf(now: number, latest: number, zoom: string | undefined): Axis {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  const from = day.getTime();
  day.setDate(day.getDate() + 1);
  const last = Math.max(latest + HOUR_MS / 2, now + AHEAD_MS);
  const to = Math.min(from + MAX_MS, Math.max(day.getTime(), Math.ceil((last - from) / HOUR_MS) * HOUR_MS + from));
  const asked = Number(zoom ?? USUAL);
  const scale = Number.isInteger(asked) && asked >= 0 && asked < SCALES.length ? asked : USUAL;
  return { from, to, pxPerHour: SCALES[scale]!, scale, scales: SCALES.length };
}

/** Pixels from the beginning of the axis, which is on the right where people write from there. */
export function pxOf({ from, to, pxPerHour }: Axis, time: number): number {
  return ((Math.min(to, Math.max(from, time)) - from) / HOUR_MS) * pxPerHour;
}

export function timeOfPx({ from, pxPerHour }: Axis, px: number): number {
  return from + (px / pxPerHour) * HOUR_MS;
}

/** The hours that are written above: not so many that they touch. */
export function hoursOf({ from, to, pxPerHour }: Axis): Date[] {
  const step = pxPerHour >= 80 ? 1 : 2;
  const hours: Date[] = [];
  for (let time = from; time < to; time += step * HOUR_MS) hours.push(new Date(time));
  return hours;
}
