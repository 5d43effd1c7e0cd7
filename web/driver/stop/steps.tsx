import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import { waitsForDispatch } from '../../store/driver/outbox.ts';
import type { ShownTask } from '../../store/driver/shown.ts';
import { actions, queueAction } from '../data/actions.ts';
import { tasks } from '../data/tasks.ts';
import { Problems } from './part.tsx';
import { problemOf } from './problem.ts';
import { stopWords as words } from './texts/index.ts';
import { Thumb } from './thumb.tsx';

/** Does something that is kept on the phone; says so where there is no room for it. */
export function useStoring(what: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await what();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run };
}

/** Button for the next step: departure or arrival. Empty after arrival. */
export function NextStepButtons({ shown: { task, state } }: { shown: ShownTask }) {
  const kind = state === 'open' ? 'start' : 'arrive';
  const { busy, problem, run } = useStoring(() =>
    queueAction({ action: { kind, taskId: task.id }, title: taskName(task) }),
  );
  if (state !== 'open' && state !== 'active') return null;
  // A worker does one after the other.
  const other = tasks.value.find(
    (one) =>
      one.task.id !== task.id &&
      (one.state === 'active' || one.state === 'arrived') &&
      !waitsForDispatch(actions.value, one.task.id),
  );
  const isHeldUp = state === 'open' && other !== undefined;
  return (
    <Thumb>
      {isHeldUp && <p class="quiet-words">{words.first({ name: taskName(other.task) })}</p>}
      <Problems sentences={problem === undefined ? [] : [problem]} />
      <Button
        kind="primary"
        icon={kind === 'start' ? 'play' : 'map-pin-check'}
        busy={busy}
        disabled={isHeldUp}
        onClick={() => void run()}
      >
        {words[kind]}
      </Button>
    </Thumb>
  );
}
