import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';

import './scan.css';
import { scanWords as words } from './texts/index.ts';
import { useCamera } from './use-camera.ts';

interface ScanDialogProps {
  title: string;
  /** Label and maximum length of typed input. */
  typed: { label: string; max: number };
  /** Whether the code is what was looked for; a sentence says why not. Of a code that was typed in the symbology is not known. */
  onCode(code: string, symbology?: string): string | undefined;
  onClose(): void;
}

/** Looks for a code with the camera; it can always be typed in as well. */
export function ScanDialog({ title, typed, onCode, onClose }: ScanDialogProps) {
  const [problem, setProblem] = useState<string>();
  const take = (code: string, symbology?: string) => setProblem(onCode(code, symbology));
  const { video, state } = useCamera(take);
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="scan">
        <p role="status">{words[state]}</p>
        <video
          ref={video}
          class="scan-picture"
          muted
          playsInline
          hidden={state === 'refused'}
          aria-label={words.picture}
        />
        <form
          class="scan-typed"
          onSubmit={(event) => {
            event.preventDefault();
            const code = String(new FormData(event.currentTarget).get('code')).trim();
            if (code !== '') take(code);
            event.currentTarget.reset();
          }}
        >
          <Field label={typed.label} problem={problem}>
            <input name="code" maxLength={typed.max} autocomplete="off" autocapitalize="off" spellcheck={false} />
          </Field>
          <Button type="submit">{words.use}</Button>
        </form>
      </div>
    </Dialog>
  );
}
