import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { composerWords as words } from './texts/index.ts';
import { dateFieldValue, namedTimes } from './times.ts';

interface ChooseTimeProps {
  title: string;
  /** Words of the button. */
  action: string;
  /** A moment that is past is refused. */
  isFuture: boolean;
  onChoose(at: Date): void;
  onClose(): void;
}

/** Asks for a moment, with the browser's own field for date and time. */
export function ChooseTime({ title, action, isFuture, onChoose, onClose }: ChooseTimeProps) {
  const [value, setValue] = useState(() => dateFieldValue(namedTimes(new Date()).at(-1)!.at));
  const at = new Date(value);
  const isPast = isFuture && at.getTime() <= Date.now();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="start-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPast) onChoose(at);
        }}
      >
        <Field
          label={words.later.moment}
          {...(!isFuture && { hint: words.later.zone })}
          problem={isPast ? words.later.past : undefined}
        >
          <input
            class="input"
            type="datetime-local"
            required
            value={value}
            onInput={({ currentTarget }) => setValue(currentTarget.value)}
          />
        </Field>
        <div class="dialog-actions">
          <Button kind="primary" type="submit" disabled={value === ''}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
