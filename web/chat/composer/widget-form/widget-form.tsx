import { useId, useRef, useState } from 'preact/hooks';
import { type WidgetText, widgetTextOf, writtenWidget } from '../../../../rules/widget-text.ts';
import { isKey } from '../../../shared/keys.ts';
import { texts } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { limit } from '../../data/settings.ts';
import { widgetFormWords as words } from './texts/index.ts';
import './widget-form.css';

/** Fields that an empty form has. */
const FIRST_FIELDS = 3;
const MAX_FIELDS = 100;

interface WidgetFormProps {
  kind: WidgetText['kind'];
  /** Text that is written so far. */
  text: string;
  onSend(content: string): void;
  /** @param written the form as a text */
  onClose(written: string): void;
}

/** Writes a poll or a to-do list field by field. Enter goes to the next one; there is always an empty one. */
export function WidgetForm({ kind, text, onSend, onClose }: WidgetFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [given] = useState(() => widgetTextOf(text));
  const [title, setTitle] = useState(given?.title ?? '');
  const [lines, setLines] = useState<readonly string[]>(() => padded(given?.lines ?? []));
  const [isTried, setTried] = useState(false);
  const written = writtenWidget({ kind, title, lines });
  const over = [...written].length - limit('max_message_length');
  const isMissing = kind === 'poll' && title.trim() === '';
  const send = () => {
    setTried(true);
    if (isMissing) form.current!.querySelector('input')!.focus();
    else if (over <= 0) onSend(written);
  };
  const label = kind === 'poll' ? words.option : words.task;
  return (
    <Dialog
      title={words[kind]}
      onClose={() => onClose(title === '' && lines.every((each) => each === '') ? '' : written)}
    >
      <form
        ref={form}
        class="widget-fields"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onKeyDown={(event) => {
          if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
          if (isKey('sendNow', event)) send();
          else if (event.key === 'Enter') {
            const inputs = [...form.current!.querySelectorAll('input')];
            inputs[inputs.indexOf(event.target) + 1]?.focus();
          } else return;
          event.preventDefault();
        }}
      >
        <Field
          label={kind === 'poll' ? words.question : words.title}
          problem={isTried && isMissing ? words.needed : undefined}
        >
          <input
            type="text"
            dir="auto"
            autocomplete="off"
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </Field>
        <fieldset aria-describedby={kind === 'todo' ? `${id}-hint` : undefined}>
          <legend>{kind === 'poll' ? words.options : words.tasks}</legend>
          {lines.map((line, index) => (
            <input
              key={index}
              class="input"
              type="text"
              dir="auto"
              autocomplete="off"
              aria-label={label({ at: index + 1 })}
              placeholder={label({ at: index + 1 })}
              value={line}
              onInput={({ currentTarget }) => setLines(padded(lines.with(index, currentTarget.value)))}
            />
          ))}
          {kind === 'todo' && (
            <p class="hint" id={`${id}-hint`}>
              {words.taskHint}
            </p>
          )}
        </fieldset>
        <p class="problem" role="alert">
          {over > 0 && words.tooLong({ count: over })}
        </p>
        <div class="dialog-actions">
          <Button onClick={() => onClose('')}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" icon="send">
            {kind === 'poll' ? words.sendPoll : words.sendTodo}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** An empty field stands at the end, as long as there may be more. */
function padded(lines: readonly string[]): readonly string[] {
  const some = [...lines, ...Array.from({ length: Math.max(0, FIRST_FIELDS - lines.length) }, () => '')];
  return some.at(-1) === '' || some.length >= MAX_FIELDS ? some : [...some, ''];
}
