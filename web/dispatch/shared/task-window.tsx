import { locale } from '../../shared/texts/index.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { words } from '../texts/index.ts';
import './task-window.css';

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const dated = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
const far = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' });
const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });

/** Within so many days a day of the week is enough. */
const NEAR_MS = 6 * 24 * 3600 * 1000;

/** From when until when, as short as it can be said; nothing of a task that has no times. */
export function TaskWindow({ task: { completeAfter, completeBefore } }: { task: Task }) {
  if (completeAfter === null && completeBefore === null) return null;
  const [after, before] = [completeAfter, completeBefore].map((time) => (time === null ? undefined : new Date(time)));
  return (
    <span class="task-window" title={[after, before].flatMap((each) => (each ? whole.format(each) : [])).join(' – ')}>
      {windowText(after, before)}
    </span>
  );
}

/** A moment, as short as it can be said; whole where one points. */
export function NearTime({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} title={whole.format(at)}>
      {formatFor([at]).format(at)}
    </time>
  );
}

/** @param format other than as short as it can be said */
export function windowText(
  after: Date | undefined,
  before: Date | undefined,
  format = formatFor([after, before].flatMap((each) => each ?? [])),
): string {
  if (after && before) return format.formatRange(after, before);
  const text = format.format(after ?? before);
  return after ? words.window.from({ time: text }) : words.window.until({ time: text });
}

/** The time alone is today's, and a day of the week is one of the days around it. */
function formatFor(times: readonly Date[]): Intl.DateTimeFormat {
  if (times.every(isToday)) return clock;
  return times.every((at) => Math.abs(at.getTime() - Date.now()) < NEAR_MS) ? dated : far;
}

function isToday(at: Date): boolean {
  return at.toDateString() === new Date().toDateString();
}
