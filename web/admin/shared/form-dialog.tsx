import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import './frame.css';

interface FormDialogProps {
  title: string;
  /** On the button that sends it. */
  submit: string;
  /** It cannot be taken back. */
  isDanger?: boolean;
  /** Sends what was given; what it throws is shown, and what was typed stays. */
  send(form: FormData): Promise<void>;
  onClose(): void;
  children: ComponentChildren;
}

/** Asks for what is needed, or whether it is meant. What the server says against it stands at its foot. */
export function FormDialog({ title, submit, isDanger = false, send, onClose, children }: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, failure, run } = useAction(() => send(new FormData(form.current!)));
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        class="admin-form"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        {children}
        {failure && <Failure {...failure} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} busy={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The text of a field, without blanks around it. */
export function fieldText(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
