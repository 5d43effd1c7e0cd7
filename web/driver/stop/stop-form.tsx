import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Button } from '../../shared/ui/button.tsx';
import type { Completion } from '../../store/driver/action.ts';
import { driverDayOf } from '../../store/driver/places.ts';
import { type CompletionGap, gapsOf } from '../../store/driver/requirements.ts';
import type { ShownTask } from '../../store/driver/shown.ts';
import { known, tasks } from '../data/tasks.ts';
import { type WrongPin, wrongPinsOf } from './check-pins.ts';
import { completionOf, type StopDraft, useDraft } from './draft.ts';
import { FailDialog } from './fail-dialog.tsx';
import { type Finished, finish } from './finish.ts';
import { Problems } from './part.tsx';
import { Proof } from './proof.tsx';
import { useStoring } from './steps.tsx';
import { stopWords as words } from './texts/index.ts';
import { Thumb } from './thumb.tsx';

/** Form for the work at the door and its completion. Input is stored on the phone. */
export function StopForm({ shown }: { shown: ShownTask }) {
  const { draft, change, problem: unkept } = useDraft(shown.task.id);
  // How often the driver tried to go on: from then on what is missing is shown, for as long as it is.
  const [retries, setRetries] = useState(0);
  const [isFailing, setFailing] = useState(false);
  const [wrongPins, setWrongPins] = useState<ReadonlyMap<string, WrongPin>>(new Map());
  const [, go] = useLocation();
  const form = useRef<HTMLDivElement>(null);
  const neighbours = neighboursOf(shown);
  const chosen = [shown, ...neighbours.filter(({ task }) => draft?.together.includes(task.id))];
  const end = useRef<Partial<Completion>>({});
  const { busy, problem, run } = useStoring(async () => {
    setRetries(retries + 1);
    const { finished, gaps: found } = checked(draft!, chosen, end.current);
    if (found.length > 0) return;
    const wrong = await wrongPinsOf(finished, wrongPins);
    setWrongPins(wrong);
    if (wrong.size > 0) return;
    await finish(draft!, finished);
    go('/');
  });
  // Where something is missing is where one goes on.
  useEffect(() => {
    if (retries > 0) form.current?.querySelector('[data-missing]')?.scrollIntoView({ block: 'center' });
  }, [retries]);
  if (!draft) return null;
  const gaps = retries > 0 ? checked(draft, chosen, end.current).gaps : [];
  const complete = (how: Partial<Completion>) => {
    end.current = how;
    setFailing(false);
    void run();
  };
  const sentences = [
    ...(unkept ? [unkept] : []),
    ...(problem ? [problem] : []),
    ...(gaps.length > 0 ? [words.missing] : []),
  ];
  // Before the arrival that is the one thing to do, and the end of the form is an ordinary one.
  const isNext = shown.state === 'arrived';
  const End = isNext ? Thumb : InForm;
  return (
    <div ref={form} class="door">
      <Proof {...{ chosen, neighbours, draft, gaps, wrongPins, change }} />
      <End>
        <Problems sentences={sentences} />
        <div class="door-end">
          <Button icon="circle-x" onClick={() => setFailing(true)}>
            {words.fail}
          </Button>
          <Button kind={isNext ? 'primary' : 'plain'} icon="check" busy={busy} onClick={() => complete({})}>
            {chosen.length > 1 ? words.completeMany({ count: chosen.length }) : words.complete}
          </Button>
        </div>
      </End>
      {isFailing && (
        <FailDialog
          onClose={() => setFailing(false)}
          onFail={(failureReason, failureNotes) => complete({ success: false, failureReason, failureNotes })}
        />
      )}
    </div>
  );
}

function InForm({ children }: { children: ComponentChildren }) {
  return <div class="door-form-end">{children}</div>;
}

/** Other tasks at the same place, that may be done in the same go. */
function neighboursOf({ task }: ShownTask): readonly ShownTask[] {
  const { here } = driverDayOf(tasks.value);
  if (!here.some((one) => one.task.id === task.id)) return [];
  return here.filter((one) => one.task.id !== task.id);
}

/** A failure needs no PIN, so it takes none along. */
function endWith({ pin, ...completion }: Completion, how: Partial<Completion>): Completion {
  const end = { ...completion, ...how };
  return end.success && pin !== undefined ? { ...end, pin } : end;
}

/** Returns the completion of each task, and the reasons for which the server would refuse it. */
function checked(
  draft: StopDraft,
  chosen: readonly ShownTask[],
  how: Partial<Completion>,
): { finished: Finished[]; gaps: CompletionGap[] } {
  const proof = { photos: draft.photos.length, signatures: draft.signature ? 1 : 0 };
  const fields = known.value?.customFields ?? [];
  const together = chosen.map(({ task }) => task);
  const finished = chosen.map((shown) => ({
    shown,
    completion: endWith(completionOf(draft, shown.task, together), how),
  }));
  return {
    finished,
    gaps: finished.flatMap(({ shown: { task }, completion }) => gapsOf(task, completion, proof, fields)),
  };
}
