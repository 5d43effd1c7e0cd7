import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { useAction } from '../data/use-action.ts';
import { words as consoleWords } from '../texts/index.ts';
import { webhookWords as words } from './texts/index.ts';

interface RenameDialogProps {
  id: string;
  name: string;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** Names a webhook; all else of it stays as it was made. */
export function RenameDialog({ id, name, onSaved, onClose }: RenameDialogProps) {
  const [given, setGiven] = useState(name);
  const { busy, failure, run } = useAction(async () => {
    await request(`/api/v2/webhooks/${id}`, { method: 'PUT', body: { name: given.trim() } });
    onClose();
    await onSaved();
  });
  return (
    <Dialog title={words.rename} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        <Field label={consoleWords.fields.name}>
          <input
            autocomplete="off"
            dir="auto"
            maxLength={200}
            value={given}
            onInput={(event) => setGiven(event.currentTarget.value)}
          />
        </Field>
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
