import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';

interface InviteFormProps {
  submit: string;
  send(form: FormData): Promise<void>;
  onClose(): void;
  children: ComponentChildren;
}

/** One way to invite, in the dialog that has them all. */
export function InviteForm({ submit, send, onClose, children }: InviteFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, failure, run } = useAction(() => send(new FormData(form.current!)));
  return (
    <form
      ref={form}
      class="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void run();
      }}
    >
      {children}
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
