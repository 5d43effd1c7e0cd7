import { useState } from 'preact/hooks';
import { request } from '../../../shared/session/session.ts';
import { useAction } from '../../../shared/session/use-action.ts';
import { texts } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toast.tsx';
import { closeOpened, type PartProps } from '../opened.ts';
import { times } from '../reader.ts';
import { rowWords } from '../texts/index.ts';
import './dialogs.css';

/** Hours of the reader's day at which people are reminded. */
const EVENING = 19;
const MORNING = 9;
const MONDAY = 1;

/** Sets a reminder of a message: soon, or at a chosen time. */
export function RemindDialog({ messageId }: PartProps) {
  const { remind: words } = rowWords;
  const [choices] = useState(() => choicesAt(new Date()));
  const [choice, setChoice] = useState('hour');
  const [problem, setProblem] = useState<string>();
  const action = useAction(async (at: Date, note: string) => {
    await request('/api/v1/reminders', {
      method: 'POST',
      form: { message_id: messageId, scheduled_delivery_timestamp: Math.round(at.getTime() / 1000), note },
    });
    closeOpened();
    showToast(rowWords.done.reminded({ time: times().moment(at) }));
  });
  return (
    <Dialog title={words.title} onClose={closeOpened}>
      <form
        class="message-form"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          const at = choices.find(({ id }) => id === choice)?.at ?? new Date(String(given.get('at')));
          const isPast = !(at.getTime() > Date.now());
          setProblem(isPast ? words.past : undefined);
          if (!isPast) void action.run(at, String(given.get('note')).trim());
        }}
      >
        <Field label={words.when}>
          <select value={choice} onChange={(event) => setChoice(event.currentTarget.value)}>
            {choices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
            <option value="chosen">{words.chosen}</option>
          </select>
        </Field>
        {choice === 'chosen' && (
          <Field label={words.at} problem={problem}>
            <input type="datetime-local" name="at" required />
          </Field>
        )}
        <Field label={words.note} optional>
          <input type="text" name="note" maxLength={500} dir="auto" />
        </Field>
        {action.failure && <Failure {...action.failure} />}
        <div class="dialog-actions">
          <Button onClick={closeOpened}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" icon="alarm-clock" busy={action.busy}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Moments that are offered; those that are over are not. */
function choicesAt(now: Date): { id: string; label: string; at: Date }[] {
  const { remind: words } = rowWords;
  const on = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const untilMonday = (MONDAY - now.getDay() + 7) % 7 || 7;
  const { clock } = times();
  const [evening, tomorrow, monday] = [on(0, EVENING), on(1, MORNING), on(untilMonday, MORNING)];
  return [
    { id: 'hour', label: words.hour, at: new Date(now.getTime() + 3_600_000) },
    { id: 'evening', label: words.evening({ time: clock(evening) }), at: evening },
    { id: 'tomorrow', label: words.tomorrow({ time: clock(tomorrow) }), at: tomorrow },
    { id: 'monday', label: words.monday({ time: clock(monday) }), at: monday },
  ].filter(({ at }) => at > now);
}
