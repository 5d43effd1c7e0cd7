import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isKey } from '../../../shared/keys.ts';
import { texts } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';

/** Longest text of one field. A change has at most 10,000 characters as JSON (`src/chat/messages/submessages`). */
const MAX_LENGTH = 500;

interface AddFormProps {
  /** The first one must be filled in. */
  fields: readonly { label: string; value?: string }[];
  action: string;
  /** Takes what was written. @returns why not */
  onGive(values: string[]): string | undefined;
  /** Whether it closes after the first time. */
  isOnce?: boolean;
  onClose(): void;
}

/** Fields in the place of a button, within a message: Enter takes what was written, Escape closes them. */
export function AddForm({ fields, action, onGive, isOnce = false, onClose }: AddFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string>();
  const first = () => form.current!.querySelector('input')!;
  // Before the page is painted: the next key is already meant for it.
  useLayoutEffect(() => first().focus(), []);
  /** The focus stays in the message: what had it is gone. */
  const close = () => {
    const row = form.current!.closest<HTMLElement>('article');
    onClose();
    row?.focus({ preventScroll: true });
  };
  return (
    <form
      ref={form}
      class="widget-form"
      onSubmit={(event) => {
        event.preventDefault();
        const inputs = [...form.current!.querySelectorAll('input')];
        const values = inputs.map(({ value }) => value.trim());
        if (values[0] === '') return;
        const refused = onGive(values);
        setProblem(refused);
        if (refused !== undefined) return;
        if (isOnce) return close();
        for (const input of inputs) input.value = '';
        inputs[0]!.focus();
      }}
      onKeyDown={(event) => {
        if (!isKey('close', event)) return;
        event.preventDefault();
        close();
      }}
    >
      {fields.map(({ label, value = '' }, index) => (
        <input
          key={label}
          class="input"
          type="text"
          dir="auto"
          autocomplete="off"
          maxLength={MAX_LENGTH}
          aria-label={label}
          placeholder={label}
          aria-invalid={index === 0 && problem !== undefined ? true : undefined}
          aria-describedby={index === 0 && problem !== undefined ? `${id}-problem` : undefined}
          defaultValue={value}
        />
      ))}
      <Button type="submit">{action}</Button>
      <Button kind="quiet" onClick={close}>
        {texts.close}
      </Button>
      <div class="widget-problem" aria-live="polite">
        {problem && (
          <p class="problem" id={`${id}-problem`}>
            {problem}
          </p>
        )}
      </div>
    </form>
  );
}
