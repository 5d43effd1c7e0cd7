import { locale } from '../../shared/texts/index.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { words } from '../texts/index.ts';

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const dated = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });

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

export function windowText(after: Date | undefined, before: Date | undefined): string {
  if (after && before) return (isToday(after) && isToday(before) ? clock : dated).formatRange(after, before);
  const only = (after ?? before)!;
  const said = (isToday(only) ? clock : dated).format(only);
  return after ? words.window.from(said) : words.window.until(said);
}

function isToday(at: Date): boolean {
  return at.toDateString() === new Date().toDateString();
}
