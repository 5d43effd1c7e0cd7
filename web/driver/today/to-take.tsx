import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { addressLine, taskName } from '../../store/dispatch/select/tasks.ts';
import { taskOf } from '../../store/driver/action.ts';
import type { ListAvailableTasksAnswer, Task } from '../../store/wire/dispatch.ts';
import { act, actions } from '../data/actions.ts';
import { call } from '../data/connection.ts';
import { tasks } from '../data/tasks.ts';
import { stateWords } from '../data/words.ts';
import { Problems } from '../stop/part.tsx';
import { useKept } from '../stop/steps.tsx';
import { stopWords as words } from '../stop/texts/index.ts';
import { whenWords } from '../stop/when.ts';

/** How often it is asked what there is, while somebody looks. */
const LOOK_MS = 60_000;

/** Tasks of the teams that their workers may take. They are not kept: what there was to take an hour ago, others have. */
export function ToTake() {
  const [found, setFound] = useState<readonly Task[]>([]);
  const own = new Set(tasks.value.map(({ task }) => task.id));
  const shown = found.filter(({ id }) => !own.has(id));
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const answer = await call<ListAvailableTasksAnswer>('/api/v2/driver/tasks/available').catch(() => undefined);
      if (isHere) setFound(answer?.tasks ?? []);
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      isHere = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, []);
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
  const deed = { kind: 'take', taskId: task.id } as const;
  const { busy, problem, run } = useKept(() => act({ deed, title: taskName(task) }));
  const asked = actions.value.findLast((action) => action.deed.kind === 'take' && taskOf(action) === task.id);
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
