import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { Task } from '../../store/wire/dispatch.ts';
import { useAddress } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { useRequest } from '../data/use-request.ts';
import { Sheet } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';
import { TaskView } from './task-view.tsx';

/** The task of the address: one that the feed holds as it is now, any other as it was when it was opened. */
export function TaskSheet() {
  const [{ task: id }] = useAddress();
  const task = floor.value.state.tasks.get(id!);
  return task ? <TaskView key={id} task={task} /> : <OtherTask key={id} id={id!} />;
}

function OtherTask({ id }: { id: string }) {
  const { answer, failure, retry } = useRequest<Task>(`/api/v2/tasks/${id}`);
  if (answer) return <TaskView task={answer} />;
  return (
    <Sheet id={id} title={words.task.title}>
      {failure ? <Failure {...failure} onRetry={retry} /> : <Loading rows={6} />}
    </Sheet>
  );
}
