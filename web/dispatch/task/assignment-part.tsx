import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { ownerOfKey } from '../../store/outbox/moves.ts';
import type { GetAssignmentAnswer, Task } from '../../store/wire/dispatch.ts';
import { AssignPalette } from '../assign/assign-palette.tsx';
import { SuggestDialog } from '../assign/suggest-dialog.tsx';
import { Why } from '../assign/why.tsx';
import { useSheet } from '../data/address.ts';
import { floor, listOfTask } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { unassignTasks } from '../data/moves.ts';
import { nameOfOwner } from '../data/names.ts';
import { useRequest } from '../data/use-request.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';

/** Worker of the task, the reason for the assignment, and the way to reassign it. */
export function AssignmentPart({ task }: { task: Task }) {
  const [open, setOpen] = useState<'assign' | 'suggest' | 'why'>();
  const { openWorker } = useSheet();
  const key = listOfTask.value.get(task.id);
  const owner = key ? ownerOfKey(key) : undefined;
  const worker = owner?.type === 'WORKER' ? owner.id : owner ? undefined : (task.worker ?? undefined);
  const isKnown = worker !== undefined && floor.value.state.workers.has(worker);
  const movable = mayWrite.value && task.state <= 1;
  return (
    <SheetPart title={words.task.assignment}>
      <div class="task-owner">
        {worker ? (
          isKnown ? (
            <Button kind="quiet" icon="user" onClick={() => openWorker(worker)}>
              {nameOfOwner({ type: 'WORKER', id: worker })}
            </Button>
          ) : (
            <span>{words.unknown}</span>
          )
        ) : (
          <span>{owner?.type === 'TEAM' ? nameOfOwner(owner) : words.unassigned}</span>
        )}
        {movable && (
          <>
            <Button kind={worker ? 'plain' : 'primary'} icon="user-round-check" onClick={() => setOpen('assign')}>
              {worker ? words.task.reassign : words.selection.assign}
            </Button>
            {worker ? (
              <Button onClick={() => unassignTasks([task.id])}>{words.selection.unassign}</Button>
            ) : (
              <Button icon="sparkles" onClick={() => setOpen('suggest')}>
                {words.selection.suggest}
              </Button>
            )}
          </>
        )}
        {task.didAutoAssign && (
          <Button kind="quiet" icon="info" onClick={() => setOpen(open === 'why' ? undefined : 'why')}>
            {words.why.button}
          </Button>
        )}
      </div>
      {open === 'why' && <SavedWhy id={task.id} />}
      {open === 'assign' && <AssignPalette tasks={[task.id]} onClose={() => setOpen(undefined)} />}
      {open === 'suggest' && <SuggestDialog tasks={[task.id]} onClose={() => setOpen(undefined)} />}
    </SheetPart>
  );
}

function SavedWhy({ id }: { id: string }) {
  const { answer, failure, retry } = useRequest<GetAssignmentAnswer>(`/api/v2/tasks/${id}/assignment`);
  if (failure) return <Failure {...failure} onRetry={retry} />;
  if (!answer) return <Loading rows={3} />;
  const decision = answer.decisions[0];
  if (!decision) return <p class="quiet-words">{words.why.forgotten}</p>;
  return (
    <>
      <p class="quiet-words">
        {words.why.decided} <RelativeTime at={new Date(decision.time)} />
      </p>
      <Why decision={decision} />
    </>
  );
}
