import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { Task } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { useRequest } from '../data/use-request.ts';
import { Sheet } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';
import { TaskForm } from './task-form.tsx';

/** The form of a task that is not there yet: empty, or as another one. */
export function NewTaskSheet() {
  const [{ open = '' }] = useAddress();
  const { closeSheet } = useSheet();
  const id = open.slice('new-like-'.length);
  if (id === '') return <TaskForm onClose={closeSheet} />;
  const like = floor.value.state.tasks.get(id);
  return like ? <TaskForm like={like} onClose={closeSheet} /> : <LikeOther id={id} />;
}

/** As a task that the feed does not hold. */
function LikeOther({ id }: { id: string }) {
  const { closeSheet } = useSheet();
  const { answer, failure, retry } = useRequest<Task>(`/api/v2/tasks/${id}`);
  if (answer) return <TaskForm like={answer} onClose={closeSheet} />;
  return (
    <Sheet id={id} title={words.newTask}>
      {failure ? <Failure {...failure} onRetry={retry} /> : <Loading rows={6} />}
    </Sheet>
  );
}
