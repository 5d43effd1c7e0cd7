import { signal } from '@preact/signals';
import { locale } from '../texts/index.ts';
import { whenNeeded } from '../texts/when-needed.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const whole = whenNeeded(() => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }));
const clock = whenNeeded(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
const seconds = whenNeeded(() => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }));
const relative = whenNeeded(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** One clock for everything that says how long ago something was. */
const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, MINUTE_MS / 2);

/** A time of day; the whole date where the pointer rests. */
export function Time({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} title={whole().format(at)}>
      {clock().format(at)}
    </time>
  );
}

/** Relative time, updated while it is shown. @param inWords the whole date where the pointer rests, if not as the language has it */
export function RelativeTime({ at, inWords = whole().format }: { at: Date; inWords?: (at: Date) => string }) {
  return (
    <time dateTime={at.toISOString()} title={inWords(at)}>
      {relativeWords(at.getTime() - now.value)}
    </time>
  );
}

function relativeWords(milliseconds: number): string {
  const amount = Math.abs(milliseconds);
  if (amount < MINUTE_MS / 2) return relative().format(0, 'second');
  if (amount < 60 * MINUTE_MS) return relative().format(Math.round(milliseconds / MINUTE_MS), 'minute');
  if (amount < DAY_MS) return relative().format(Math.round(milliseconds / (60 * MINUTE_MS)), 'hour');
  return relative().format(Math.round(milliseconds / DAY_MS), 'day');
}

export function timeOfDay(at: Date): string {
  return clock().format(at);
}

/** To the second: of what is old. */
export function secondsOfDay(at: Date): string {
  return seconds().format(at);
}
