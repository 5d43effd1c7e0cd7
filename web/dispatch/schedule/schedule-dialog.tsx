import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { useAction } from '../data/use-action.ts';
import { words as consoleWords } from '../texts/index.ts';
import './schedule.css';
import { nameOfDay } from './name-of-day.ts';
import { scheduleWords as words } from './texts/index.ts';
import {
  type ChangedDay,
  changedEntries,
  daysOfWeek,
  type ScheduleEntry,
  type ShiftFields,
  shiftsOf,
  withDay,
} from './week.ts';

/** Usual shift. */
const USUAL = { from: '09:00', to: '17:00' };
/** This week and some that come. */
const WEEKS = 8;

interface ScheduleDialogProps {
  path: string;
  entries: readonly ScheduleEntry[];
  onSaved(): void;
  onClose(): void;
}

/** The shifts of the days of a week; only days that were changed are sent. */
export function ScheduleDialog({ path, entries, onSaved, onClose }: ScheduleDialogProps) {
  const [ahead, setAhead] = useState(0);
  const [days, setDays] = useState<ReadonlyMap<string, ChangedDay>>(new Map());
  const { busy, failure, run } = useAction(async () => {
    const changed = changedEntries(entries, days);
    if (changed.length > 0) await request(path, { method: 'PUT', body: { entries: changed } });
    onClose();
    onSaved();
    showToast(words.saved);
  });
  const shiftsOn = (date: string) => days.get(date)?.shifts ?? shiftsOf(entries, date);
  const change = (date: string, shifts: readonly ShiftFields[]) => setDays(withDay(days, { date, shifts }, entries));
  return (
    <Dialog title={words.edit} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        <select
          class="input"
          aria-label={words.week}
          value={String(ahead)}
          onChange={(event) => setAhead(Number(event.currentTarget.value))}
        >
          {Array.from({ length: WEEKS }, (_, n) => (
            <option key={n} value={n}>
              {words.weekFrom({ day: nameOfDay(daysOfWeek(new Date(), n)[0]!) })}
            </option>
          ))}
        </select>
        {daysOfWeek(new Date(), ahead).map((date) => (
          <Day key={date} date={date} shifts={shiftsOn(date)} onChange={(shifts) => change(date, shifts)} />
        ))}
        <p class="hint">{words.hint}</p>
        {failure && <Failure {...failure} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {consoleWords.form.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface DayProps {
  date: string;
  shifts: readonly ShiftFields[];
  onChange(shifts: readonly ShiftFields[]): void;
}

function Day({ date, shifts, onChange }: DayProps) {
  const name = nameOfDay(date);
  const set = (at: number, part: Partial<ShiftFields>) =>
    onChange(shifts.map((shift, n) => (n === at ? { ...shift, ...part } : shift)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div class="schedule-day" role="group" aria-label={name}>
      <span>{name}</span>
      <div>
        {shifts.map((shift, at) => (
          <div class="schedule-shift" key={at}>
            {(['from', 'to'] as const).map((end) => (
              <input
                key={end}
                class="input"
                type="time"
                required
                aria-label={words[end]({ day: name })}
                value={shift[end]}
                onInput={(event) => set(at, { [end]: event.currentTarget.value })}
              />
            ))}
            <IconButton
              icon="x"
              label={words.remove({ day: name })}
              onClick={() => onChange(shifts.filter((_shift, n) => n !== at))}
            />
          </div>
        ))}
        <Button
          kind="quiet"
          icon="plus"
          aria-label={words.add({ day: name })}
          onClick={() => onChange([...shifts, { day: date, ...USUAL }])}
        >
          {words.shift}
        </Button>
      </div>
    </div>
  );
}
