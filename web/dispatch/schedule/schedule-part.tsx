import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetScheduleAnswer } from '../../store/wire/dispatch.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { useFollowed } from '../data/use-followed.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { nameOfDay } from './name-of-day.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { scheduleWords as words } from './texts/index.ts';
import { daysOfWeek, type ScheduleEntry, shiftsOf } from './week.ts';

/** Schedule of a worker for this week and the next; editable with permission. */
export function SchedulePart({ workerId }: { workerId: string }) {
  const path = `/api/v2/workers/${workerId}/schedule`;
  const { answer, failure, retry } = useFollowed<GetScheduleAnswer>(path, 'schedule');
  const [isEditing, setEditing] = useState(false);
  return (
    <SheetPart title={words.title}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {answer ? (
        <>
          <Shifts entries={answer.entries} />
          {mayWrite.value && (
            <div>
              <Button icon="pencil" disabled={whyNot() !== undefined} onClick={() => setEditing(true)}>
                {words.edit}
              </Button>
            </div>
          )}
          {isEditing && (
            <ScheduleDialog path={path} entries={answer.entries} onSaved={retry} onClose={() => setEditing(false)} />
          )}
        </>
      ) : (
        !failure && <Loading rows={2} />
      )}
    </SheetPart>
  );
}

function Shifts({ entries }: { entries: readonly ScheduleEntry[] }) {
  const now = new Date();
  const days = [...daysOfWeek(now, 0), ...daysOfWeek(now, 1)].filter((date) => shiftsOf(entries, date).length > 0);
  if (days.length === 0) return <p class="quiet-words">{words.none}</p>;
  return (
    <Facts
      of={days.map((date): [string, string] => [
        nameOfDay(date),
        shiftsOf(entries, date)
          .map(({ from, to }) => `${from}–${to}`)
          .join(', '),
      ])}
    />
  );
}
