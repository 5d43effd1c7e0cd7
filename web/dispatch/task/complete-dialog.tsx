import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { useAction } from '../data/use-action.ts';
import { words } from '../texts/index.ts';
import { failureReasons } from './failure-reasons.ts';

/** Ends an active task in the place of its worker. What is required of drivers does not bind whoever sits at a desk. */
export function CompleteDialog({ task, isSuccess, onClose }: { task: Task; isSuccess: boolean; onClose: () => void }) {
  const [notes, setNotes] = useState('');
  const [reason, setReason] = useState<(typeof failureReasons)[number]>('RECIPIENT_UNAVAILABLE');
  const { busy, failure, run } = useAction(async () => {
    const completionDetails = isSuccess
      ? { success: true, notes }
      : { success: false, failureReason: reason, failureNotes: notes };
    await request(`/api/v2/tasks/${task.id}/complete`, {
      method: 'POST',
      body: { completionDetails },
    });
    onClose();
    showToast(
      isSuccess ? words.task.completed({ name: taskName(task) }) : words.task.hasFailed({ name: taskName(task) }),
    );
  });
  return (
    <Dialog title={isSuccess ? words.task.completeTitle : words.task.failTitle} onClose={onClose}>
      <div class="form">
        <p>{words.task.completeText}</p>
        {!isSuccess && (
          <Field label={words.fields.reason}>
            <select value={reason} onChange={(event) => setReason(event.currentTarget.value as typeof reason)}>
              {failureReasons.map((each) => (
                <option key={each} value={each}>
                  {words.reasons[each]}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field label={words.fields.notes} optional>
          <textarea dir="auto" value={notes} onInput={(event) => setNotes(event.currentTarget.value)} />
        </Field>
        {failure && <Failure {...failure} />}
      </div>
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind={isSuccess ? 'primary' : 'danger'} busy={busy} onClick={() => void run()}>
          {isSuccess ? words.task.complete : words.task.fail}
        </Button>
      </div>
    </Dialog>
  );
}
