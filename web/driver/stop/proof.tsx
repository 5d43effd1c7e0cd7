import { useState } from 'preact/hooks';
import { MAX_COMPLETION_NOTES } from '../../../rules/limits.ts';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import { askedBarcodes } from '../../store/driver/barcodes.ts';
import type { CompletionGap } from '../../store/driver/requirements.ts';
import type { ShownTask } from '../../store/driver/shown.ts';
import { known } from '../data/tasks.ts';
import { AddParts, type OptionalProof } from './add-parts.tsx';
import { Barcodes } from './barcodes.tsx';
import type { WrongPin } from './check-pins.ts';
import type { ChangeDraft, StopDraft } from './draft.ts';
import { Fields } from './fields.tsx';
import { gapText } from './gap-text.ts';
import { Part } from './part.tsx';
import { Photos } from './photos.tsx';
import { Pins } from './pins.tsx';
import { Signature } from './signature.tsx';
import { stopWords as words } from './texts/index.ts';

/** In the order of the form. */
const PROOFS: readonly OptionalProof[] = ['photo', 'signature', 'barcode', 'note'];

interface ProofProps {
  /** The task, and others that are done in the same go. */
  chosen: readonly ShownTask[];
  /** Tasks that could be completed together. */
  neighbours: readonly ShownTask[];
  draft: StopDraft;
  gaps: readonly CompletionGap[];
  /** PINs that the server has found wrong, by task. */
  wrongPins: ReadonlyMap<string, WrongPin>;
  change: ChangeDraft;
}

/** Form for proofs: those that the stop asks for are open, the others are a touch away. */
export function Proof({ chosen, neighbours, draft, gaps, wrongPins, change }: ProofProps) {
  const tasks = chosen.map(({ task }) => task);
  const task = tasks[0]!;
  const asks = (name: 'signature' | 'photo' | 'notes') => tasks.some(({ requirements }) => requirements[name]);
  const of = (...kinds: CompletionGap['kind'][]) => unique(gaps.filter(({ kind }) => kinds.includes(kind)));
  const age = Math.max(...tasks.map(({ requirements }) => requirements.minimumAge));
  const isClosed = tasks.some(({ scanOnlyRequiredBarcodes }) => scanOnlyRequiredBarcodes);
  const [added, setAdded] = useState(() => filledIn(draft));
  const [newest, setNewest] = useState<OptionalProof>();
  const isAsked: Record<OptionalProof, boolean> = {
    photo: asks('photo'),
    signature: asks('signature'),
    barcode: tasks.some((one) => askedBarcodes(one).length > 0),
    note: asks('notes'),
  };
  const isShown = (proof: OptionalProof) => isAsked[proof] || added.includes(proof);
  const addable = PROOFS.filter((proof) => !isShown(proof) && !(proof === 'barcode' && isClosed));
  const add = (proof: OptionalProof) => {
    setAdded([...added, proof]);
    setNewest(proof);
  };
  return (
    <>
      {neighbours.length > 0 && <Together neighbours={neighbours} together={draft.together} change={change} />}
      <Pins chosen={chosen} draft={draft} gaps={of('pin')} wrong={wrongPins} change={change} />
      {age > 0 && <Age years={age} verified={draft.verifiedAge} gaps={of('age')} change={change} />}
      {isShown('barcode') && (
        <Barcodes
          tasks={tasks}
          scanned={draft.barcodes}
          gaps={of('barcode', 'foreign barcode')}
          startsOpen={newest === 'barcode'}
          change={change}
        />
      )}
      {isShown('photo') && (
        <Photos
          taskId={task.id}
          photos={draft.photos}
          isNeeded={asks('photo')}
          gaps={of('photo')}
          startsOpen={newest === 'photo'}
          change={change}
        />
      )}
      {isShown('signature') && (
        <Signature
          taskId={task.id}
          signature={draft.signature}
          isNeeded={asks('signature')}
          gaps={of('signature')}
          startsOpen={newest === 'signature'}
          change={change}
        />
      )}
      <Fields task={task} fields={known.value?.customFields ?? []} draft={draft} gaps={of('field')} change={change} />
      {isShown('note') && (
        <Part title={words.driverNotes} isNeeded={asks('notes')} gaps={of('notes')}>
          <textarea
            ref={newest === 'note' ? focusOnce : undefined}
            class="input"
            aria-label={words.driverNotes}
            dir="auto"
            maxLength={MAX_COMPLETION_NOTES}
            value={draft.notes}
            onInput={({ currentTarget }) => void change(() => ({ notes: currentTarget.value }))}
          />
        </Part>
      )}
      <AddParts proofs={addable} onAdd={add} />
    </>
  );
}

/** Puts the cursor into a field that was just asked for. */
const focusOnce = (field: HTMLElement | null) => field?.focus();

/** The proofs that lie on the phone already. */
function filledIn({ photos, signature, barcodes, notes }: StopDraft): OptionalProof[] {
  const isThere = {
    photo: photos.length > 0,
    signature: signature !== null,
    barcode: barcodes.length > 0,
    note: notes !== '',
  };
  return PROOFS.filter((proof) => isThere[proof]);
}

/** Merges equal problems of several tasks. */
function unique(gaps: readonly CompletionGap[]): CompletionGap[] {
  return gaps.filter(
    (gap, index) => gaps.findIndex((one) => gapText(one) === gapText(gap)) === index || gap.kind === 'field',
  );
}

function Together({
  neighbours,
  together,
  change,
}: Pick<ProofProps, 'neighbours' | 'change'> & { together: readonly string[] }) {
  return (
    <Part title={words.together}>
      {neighbours.map(({ task }) => (
        <label key={task.id} class="stop-tick">
          <input
            type="checkbox"
            checked={together.includes(task.id)}
            onChange={({ currentTarget: { checked } }) =>
              void change((before) => ({
                together: [...before.together.filter((id) => id !== task.id), ...(checked ? [task.id] : [])],
              }))
            }
          />
          <span dir="auto">{taskName(task)}</span>
        </label>
      ))}
    </Part>
  );
}

interface AgeProps {
  years: number;
  verified: number | null;
  gaps: readonly CompletionGap[];
  change: ChangeDraft;
}

/** The recipient's age, of which a document shows the least that is asked for. */
function Age({ years, verified, gaps, change }: AgeProps) {
  return (
    <Part title={words.age} isNeeded gaps={gaps}>
      <label class="stop-tick">
        <input
          type="checkbox"
          checked={(verified ?? 0) >= years}
          onChange={({ currentTarget: { checked } }) => void change(() => ({ verifiedAge: checked ? years : null }))}
        />
        <span>{words.ageSeen({ years })}</span>
      </label>
    </Part>
  );
}
