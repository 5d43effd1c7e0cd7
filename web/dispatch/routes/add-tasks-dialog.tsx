import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { addressLine, matchesTask, taskName } from '../../store/dispatch/select/tasks.ts';
import { ownerOfKey } from '../../store/outbox/moves.ts';
import type { PlainRoutePlan as RoutePlan, Task } from '../../store/wire/dispatch.ts';
import { inShownOrder } from '../board/drag.tsx';
import { listOfTask } from '../data/floor.ts';
import { whyNot } from '../data/moves.ts';
import { nameOfOwner } from '../data/names.ts';
import { selection } from '../data/selection.ts';
import { useAction } from '../data/use-action.ts';
import { addable } from './addable.ts';
import { routeWords } from './texts/index.ts';

/** So many are listed; the filter finds the others. */
const MAX_LISTED = 100;

/** Chooses tasks that are added to the end of a plan; what is selected on another screen is chosen already. */
export function AddTasksDialog({ plan, onClose }: { plan: RoutePlan; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(selection.value));
  const possible = addable();
  const ids = new Set(possible.map(({ id }) => id));
  const tasks = inShownOrder(new Set([...chosen].filter((id) => ids.has(id))));
  const shown = text ? possible.filter((task) => matchesTask(task, text)) : possible;
  const { busy, failure, run } = useAction(async () => {
    await request(`/api/v2/routePlans/${plan.id}/tasks`, { method: 'PUT', body: { tasks } });
    showToast(routeWords.plan.added({ count: tasks.length }));
    onClose();
  });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const offline = whyNot();
  const words = routeWords.add;
  return (
    <Dialog title={words.title({ name: plan.name })} onClose={onClose}>
      <div class="form">
        <Field label={words.filter}>
          <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </Field>
        {possible.length === 0 && <p class="hint">{words.none}</p>}
        <ul class="route-choice">
          {shown.slice(0, MAX_LISTED).map((task) => (
            <Choice key={task.id} task={task} isChosen={chosen.has(task.id)} onToggle={() => toggle(task.id)} />
          ))}
        </ul>
        {shown.length > MAX_LISTED && <p class="hint">{words.more({ count: shown.length - MAX_LISTED })}</p>}
      </div>
      {failure && <Failure {...failure} />}
      {offline && <p class="hint">{offline}</p>}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="primary" busy={busy} disabled={offline !== undefined || tasks.length === 0} onClick={run}>
          {words.add({ count: tasks.length })}
        </Button>
      </div>
    </Dialog>
  );
}

function Choice({ task, isChosen, onToggle }: { task: Task; isChosen: boolean; onToggle: () => void }) {
  const key = listOfTask.value.get(task.id);
  return (
    <li>
      <label>
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <span class="route-choice-words">
          <span dir="auto">{taskName(task)}</span>
          <small class="route-choice-place" dir="auto">
            {addressLine(task)}
            {key && ` · ${nameOfOwner(ownerOfKey(key))}`}
          </small>
        </span>
      </label>
    </li>
  );
}
