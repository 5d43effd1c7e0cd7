/** Countries that write the month first in dates with slashes. */
const MONTH_FIRST = ['US', 'PH', 'MH', 'FM', 'PW'];

export function writesDayFirst(country: string): boolean {
  return !MONTH_FIRST.includes(country);
}

const DAY_MS = 24 * 3600 * 1000;

/** Format of times in a file. */
export interface TimeContext {
  /** Clock of the organization's zone; a time that names its own zone keeps it. */
  clock: Clock;
  now: number;
  /** For `3/4/2026`: true if the day comes first. */
  isDayFirst: boolean;
}

/** Returns the local time of a zone, as if it were UTC; without milliseconds. */
type Clock = (at: number) => number;

type ReadTime = { at: number } | { problem: 'time' | 'noSuchTime' };

/**
 * A time as spreadsheets and people write it: ISO 8601, `31.12.2026 14:00`, `12/31/2026 2:00 PM`, milliseconds; a time of day alone is
 * today's, a day alone begins or, at the end of a window, ends it.
 */
export function readTime(text: string, context: TimeContext, isEnd: boolean): ReadTime {
  if (/^\d{12,13}$/.test(text)) return { at: Number(text) };
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)$/i.test(text)) {
    const at = Date.parse(text.replace(/(\d) ?(?=(Z|[+-]\d\d:?\d\d)$)/i, '$1').replace(' ', 'T'));
    return Number.isFinite(at) ? { at } : { problem: 'time' };
  }
  const written = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?=$|T|,|\s)/i.exec(text)?.[0];
  const rest = text.slice(written?.length ?? 0).replace(/^[T,]?\s*/i, '');
  if (written === undefined && rest === '') return { problem: 'time' };
  const day = written ? readDay(written, context.isDayFirst) : startOfDay(context.now, context.clock);
  const clock = readClock(rest, written !== undefined && isEnd);
  if (day === undefined || clock === undefined) return { problem: 'time' };
  return fromWall(day + clock, context.clock);
}

/** The beginning of a day as if it were in UTC. */
function readDay(text: string, isDayFirst: boolean): number | undefined {
  const parts = text.split(/[-./]/);
  if (parts.length !== 3 || parts.some((part) => !/^\d+$/.test(part))) return undefined;
  const numbers = parts.map(Number) as [number, number, number];
  if (parts[0]!.length === 4) return dayOf(...numbers);
  const [first, second, last] = numbers;
  const year = last < 100 ? 2000 + last : last;
  // With dots the day is first everywhere.
  return isDayFirst || text.includes('.') ? dayOf(year, second, first) : dayOf(year, first, second);
}

function dayOf(year: number, month: number, day: number): number | undefined {
  if (year < 1970 || year > 9999 || month < 1 || month > 12 || day < 1) return undefined;
  const at = Date.UTC(year, month - 1, day);
  // The 31st of a month of thirty days would be the next one's first.
  return at < Date.UTC(year, month, 1) ? at : undefined;
}

/** Milliseconds after midnight. */
function readClock(text: string, isEnd: boolean): number | undefined {
  if (text.trim() === '') return isEnd ? DAY_MS - 60_000 : 0;
  const match = /^(\d{1,2})(?:[:.h](\d\d))?(?::(\d\d)(?:\.\d+)?)?\s*(?:([ap])\.?m\.?|uhr)?$/i.exec(text.trim());
  if (!match) return undefined;
  const [hour, minute, second] = [match[1], match[2] ?? '0', match[3] ?? '0'].map(Number) as [number, number, number];
  const half = match[4]?.toLowerCase();
  // A number alone is no time.
  if (!half && match[2] === undefined && !/uhr/i.test(text)) return undefined;
  if (minute > 59 || second > 59 || hour > (half ? 12 : 23) || (half && hour === 0)) return undefined;
  const hours = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  return ((hours * 60 + minute) * 60 + second) * 1000;
}

function startOfDay(at: number, clock: Clock): number {
  const wall = clock(at);
  return wall - (wall % DAY_MS);
}

/** Returns the time for a local time of a zone; the first of two when the clocks go back. */
function fromWall(wall: number, clock: Clock): ReadTime {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => clock(near) - near);
  const found = offsets.map((offset) => wall - offset).filter((at) => clock(at) === wall);
  return found.length > 0 ? { at: Math.min(...found) } : { problem: 'noSuchTime' };
}

/** The clocks of a zone; made once for many times. */
export function clockOf(zone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
  };
}
