import { useState } from 'preact/hooks';
import { MAX_COMPLETION_NOTES } from '../../../rules/limits.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Problems } from './part.tsx';
import { stopWords as words } from './texts/index.ts';

interface FailDialogProps {
  onFail(failureReason: string, failureNotes: string): void;
  onClose(): void;
}

/** Why it could not be done. */
export function FailDialog({ onFail, onClose }: FailDialogProps) {
  const [problem, setProblem] = useState<string>();
  return (
    <Dialog title={words.fail} onClose={onClose}>
      <form
        class="fail"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const reason = form.get('reason');
          if (reason === null) setProblem(words.chooseReason);
          else onFail(String(reason), String(form.get('notes')));
        }}
      >
        <fieldset class="fail-reasons">
          <legend>{words.reason}</legend>
          {Object.entries(words.reasons).map(([reason, text]) => (
            <label key={reason}>
              <input type="radio" name="reason" value={reason} onChange={() => setProblem(undefined)} />
              {text}
            </label>
          ))}
        </fieldset>
        <Problems sentences={problem === undefined ? [] : [problem]} />
        <Field label={words.failNotes} optional>
          <textarea name="notes" maxLength={MAX_COMPLETION_NOTES} dir="auto" />
        </Field>
        <Button kind="danger" type="submit">
          {words.fail}
        </Button>
      </form>
    </Dialog>
  );
}
