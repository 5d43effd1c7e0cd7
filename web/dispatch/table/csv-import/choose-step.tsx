import { useEffect, useRef, useState } from 'preact/hooks';
import { MAX_BYTES, MAX_LINES } from '../../../../rules/table-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { tableWords } from '../texts/index.ts';

interface ChooseStepProps {
  /** One that was dropped already. */
  file: File | undefined;
  onBytes(bytes: Uint8Array): void;
}

/** Step that chooses a file, or text pasted from a spreadsheet. */
export function ChooseStep({ file, onBytes }: ChooseStepProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const take = async (given: Blob) => {
    if (given.size > MAX_BYTES) {
      setProblem(tableWords.bring.tooBig);
      return;
    }
    await given.arrayBuffer().then(
      (buffer) => onBytes(new Uint8Array(buffer)),
      () => setProblem(tableWords.bring.failed),
    );
  };
  useEffect(() => {
    if (file) void take(file);
  }, [file]);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same */}
      <div
        class="bring-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          const dropped = event.dataTransfer?.files[0];
          if (dropped) void take(dropped);
        }}
      >
        <Icon name="upload" />
        <p>{tableWords.bring.drop}</p>
        <Button kind="primary" onClick={() => input.current!.click()}>
          {tableWords.bring.choose}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0];
            if (chosen) void take(chosen);
            // The same one again is a change, too.
            currentTarget.value = '';
          }}
        />
      </div>
      <p class="quiet-words">{tableWords.bring.limits({ rows: MAX_LINES })}</p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) void take(new Blob([text]));
        }}
      >
        <Field label={tableWords.bring.paste} problem={problem}>
          <textarea dir="auto" rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </Field>
        <div class="dialog-actions">
          <Button type="submit" disabled={text.trim() === ''}>
            {tableWords.bring.read}
          </Button>
        </div>
      </form>
    </>
  );
}
