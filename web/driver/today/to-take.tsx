import { Button } from '../../shared/ui/button.tsx';
import { addressLine, taskName } from '../../store/dispatch/select/tasks.ts';
import { taskOf } from '../../store/driver/action.ts';
import type { ListAvailableTasksAnswer, Task } from '../../store/wire/dispatch.ts';
import { actions, queueAction } from '../data/actions.ts';
import { tasks } from '../data/tasks.ts';
import { useAsked } from '../data/use-asked.ts';
import { stateWords } from '../data/words.ts';
import { Problems } from '../stop/part.tsx';
import { useStoring } from '../stop/steps.tsx';
import { stopWords as words } from '../stop/texts/index.ts';
import { whenWords } from '../stop/when.ts';

/** Interval at which available tasks are reloaded while somebody looks. */
const LOOK_MS = 60_000;

/** Tasks of the teams that their workers may take. They are not kept: what there was to take an hour ago, others have. */
export function ToTake() {
  const { answer, isOld } = useAsked<ListAvailableTasksAnswer>('/api/v2/driver/tasks/available', { everyMs: LOOK_MS });
  const own = new Set(tasks.value.map(({ task }) => task.id));
  const shown = (isOld || !answer ? [] : answer.tasks).filter(({ id }) => !own.has(id));
  if (shown.length === 0) return null;
  return (
    <section class="today-list">
      <h2>{words.toTake}</h2>
      <ul>
        {shown.map((task) => (
          <Takeable key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

function Takeable({ task }: { task: Task }) {
  const action = { kind: 'take', taskId: task.id } as const;
  const { busy, problem, run } = useStoring(() => queueAction({ action, title: taskName(task) }));
  const asked = actions.value.findLast((queued) => queued.action.kind === 'take' && taskOf(queued) === task.id);
  return (
    <li class="today-take">
      <span>
        <strong dir="auto">{taskName(task)}</strong>
        <span dir="auto">{addressLine(task)}</span>
        <span class="quiet-words">{whenWords(task)}</span>
        {asked && <span>{stateWords(asked)}</span>}
        <Problems sentences={problem === undefined ? [] : [problem]} />
      </span>
      {asked?.stage !== 'saved' && (
        <Button icon="hand" busy={busy} onClick={() => void run()}>
          {words.take}
        </Button>
      )}
    </li>
  );
}
