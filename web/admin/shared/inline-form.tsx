import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { words } from '../texts/index.ts';

interface InlineFormProps {
  label: string;
  /** On its button; `Save` unless it says otherwise. */
  submit?: string;
  /** Initial values of its fields. When they change, so do the fields. */
  shown?: object;
  /** On the toast afterwards; null: `send` shows its own. */
  done?: string | null;
  send(form: FormData): Promise<void>;
  /** Other buttons, beside its own. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}

/** A form that stands on the screen itself. */
export function InlineForm({
  label,
  submit = words.save,
  shown,
  done = words.saved,
  send,
  beside,
  children,
}: InlineFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // A field that was once written in does not follow what it is filled with by itself.
  useEffect(() => {
    if (shown) form.current!.reset();
  }, [JSON.stringify(shown)]);
  const { busy, failure, run } = useAction(async () => {
    await send(new FormData(form.current!));
    if (done !== null) showToast(done);
  });
  return (
    <form
      ref={form}
      class="admin-form admin-inline"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void run();
      }}
    >
      {children}
      {failure && <Failure {...failure} />}
      <div class="admin-actions">
        <Button type="submit" kind="primary" busy={busy}>
          {submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}
