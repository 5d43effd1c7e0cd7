import { locale } from '../../shared/texts/index.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { stopWords as words } from './texts/index.ts';

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const dated = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** From when until when, as short as it can be said; undefined of a task that has no times. */
export function whenWords({ completeAfter, completeBefore }: Task): string | undefined {
  const times = [completeAfter, completeBefore].flatMap((time) => (time === null ? [] : new Date(time)));
  if (times.length === 0) return undefined;
  const today = new Date().toDateString();
  const format = times.every((at) => at.toDateString() === today) ? clock : dated;
  if (times.length === 2) return format.formatRange(times[0]!, times[1]!);
  const text = format.format(times[0]!);
  return completeAfter === null ? words.window.until({ time: text }) : words.window.from({ time: text });
}
