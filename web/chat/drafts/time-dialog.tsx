import { useState } from 'preact/hooks';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { draftsWords as words } from './texts/index.ts';

interface TimeDialogProps {
  /** Seconds. */
  time: number;
  /** @param time seconds */
  save(time: number): Promise<unknown>;
  onClose(): void;
}

/** Asks for another time of delivery. */
export function TimeDialog({ time, save, onClose }: TimeDialogProps) {
  const [value, setValue] = useState(localValue(time));
  const { run, busy, failure } = useAction(async () => {
    await save(new Date(value).getTime() / 1000);
    onClose();
  });
  return (
    <Dialog title={words.changeTime} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field label={words.time} problem={failure && (failure.sentence ?? texts.states.unreachable)}>
          <input
            class="input"
            type="datetime-local"
            required
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </Field>
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {words.changeTime}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns a time as the browser's field writes it: local, to the minute. */
function localValue(seconds: number): string {
  const at = new Date(seconds * 1000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
