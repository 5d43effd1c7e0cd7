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
import { rowWords } from '../texts/index.ts';
import './dialogs.css';

/** As the server knows them (`report_type`). */
const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;

/** Tells the moderators of a message. */
export function ReportDialog({ messageId }: PartProps) {
  const { report: words } = rowWords;
  const [problem, setProblem] = useState<string>();
  const action = useAction(async (reason: string, description: string) => {
    await request(`/api/v1/messages/${messageId}/report`, {
      method: 'POST',
      form: { report_type: reason, ...(description === '' ? {} : { description }) },
    });
    closeOpened();
    showToast(rowWords.done.reported);
  });
  return (
    <Dialog title={words.title} onClose={closeOpened}>
      <form
        class="message-form"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          const reason = String(given.get('reason'));
          const description = String(given.get('description')).trim();
          const isMissing = reason === 'other' && description === '';
          setProblem(isMissing ? words.needed : undefined);
          if (!isMissing) void action.run(reason, description);
        }}
      >
        <p>{words.text}</p>
        <Field label={words.why}>
          <select name="reason">
            {REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {words.reasons[reason]}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.description} problem={problem}>
          <textarea name="description" rows={3} maxLength={1000} dir="auto" />
        </Field>
        {action.failure && <Failure {...action.failure} />}
        <div class="dialog-actions">
          <Button onClick={closeOpened}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" icon="flag" busy={action.busy}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
