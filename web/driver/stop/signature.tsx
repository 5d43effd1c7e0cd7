import { useEffect, useRef, useState } from 'preact/hooks';
import type SignaturePad from 'signature_pad';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { ActionFile } from '../../store/driver/action.ts';
import type { CompletionGap } from '../../store/driver/requirements.ts';
import { dropFile, keepFile } from '../data/files.ts';
import type { ChangeDraft } from './draft.ts';
import { Part, Problems } from './part.tsx';
import { Picture } from './photos.tsx';
import { problemOf } from './problem.ts';
import { blobOf } from './shrink.ts';
import { stopWords as words } from './texts/index.ts';

interface SignatureProps {
  taskId: string;
  signature: ActionFile | null;
  isNeeded: boolean;
  gaps: readonly CompletionGap[];
  /** True if the pad opens with it. */
  startsOpen: boolean;
  change: ChangeDraft;
}

/** The recipient's signature. */
export function Signature({ taskId, signature, isNeeded, gaps, startsOpen, change }: SignatureProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [problem, setProblem] = useState<string>();
  const replace = async (next: ActionFile | null) => {
    const before = signature;
    await change(() => ({ signature: next }));
    if (before) await dropFile(before.id);
  };
  const keep = async (blob: Blob) => {
    setOpen(false);
    try {
      await replace(await keepFile(taskId, 'signature', blob));
      setProblem(undefined);
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <Part title={words.signature} isNeeded={isNeeded} gaps={gaps}>
      {signature && (
        <div class="stop-signature">
          <Picture file={signature} label={words.signed} />
          <IconButton icon="trash-2" label={words.removeSignature} onClick={() => void replace(null)} />
        </div>
      )}
      <Button icon="pen-line" onClick={() => setOpen(true)}>
        {signature ? words.signAgain : words.sign}
      </Button>
      <Problems sentences={problem === undefined ? [] : [problem]} />
      {isOpen && <SignatureDialog onSigned={(blob) => void keep(blob)} onClose={() => setOpen(false)} />}
    </Part>
  );
}

/** Drawn with a finger, or a name that is typed: not everybody can draw. */
function SignatureDialog({ onSigned, onClose }: { onSigned(blob: Blob): void; onClose(): void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const [isEmpty, setEmpty] = useState(true);
  useEffect(() => {
    let isHere = true;
    const { offsetWidth, offsetHeight } = canvas.current!;
    canvas.current!.width = offsetWidth * devicePixelRatio;
    canvas.current!.height = offsetHeight * devicePixelRatio;
    canvas.current!.getContext('2d')!.scale(devicePixelRatio, devicePixelRatio);
    void import('signature_pad').then(({ default: Pad }) => {
      if (!isHere) return;
      pad.current = new Pad(canvas.current!, { backgroundColor: '#ffffff', penColor: '#000000', maxWidth: 3 });
      pad.current.addEventListener('endStroke', () => setEmpty(false));
    });
    return () => {
      isHere = false;
      pad.current?.off();
    };
  }, []);
  const write = (name: string) => {
    if (name.trim() === '') return;
    writeName(canvas.current!, name.trim());
    void blobOf(canvas.current!, 'image/png').then(onSigned);
  };
  const clear = () => {
    pad.current?.clear();
    setEmpty(true);
  };
  return (
    <Dialog title={words.signature} onClose={onClose}>
      <div class="sign">
        <canvas ref={canvas} class="sign-canvas" role="img" aria-label={words.signHere} />
        <p class="hint">{words.signHere}</p>
        <div class="stop-row">
          <Button icon="refresh-cw" onClick={clear}>
            {words.clear}
          </Button>
          <Button
            kind="primary"
            icon="check"
            disabled={isEmpty}
            onClick={() => void blobOf(canvas.current!, 'image/png').then(onSigned)}
          >
            {words.useSignature}
          </Button>
        </div>
        <form
          class="sign-typed"
          onSubmit={(event) => {
            event.preventDefault();
            write(String(new FormData(event.currentTarget).get('name')));
          }}
        >
          <Field label={words.orType}>
            <input name="name" maxLength={100} autocomplete="off" />
          </Field>
          <Button type="submit">{words.useName}</Button>
        </form>
      </div>
    </Dialog>
  );
}

function writeName(canvas: HTMLCanvasElement, name: string): void {
  const context = canvas.getContext('2d')!;
  const [width, height] = [canvas.width / devicePixelRatio, canvas.height / devicePixelRatio];
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000000';
  context.font = 'italic 2rem cursive';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, width / 2, height / 2, width - 32);
}
