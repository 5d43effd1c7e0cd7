import { session } from '../data/me.ts';
import { TaskCard } from './task-card.tsx';
import { taskOfTopic } from './task-of-topic.ts';

/** Cards of the tasks that a message names by their addresses. For people who dispatch: others have the link. */
export function LinkedTasks({ taskIds, isActive }: { taskIds: readonly string[]; isActive: boolean }) {
  if (!session.value?.apps.dispatch) return null;
  const others = taskIds.filter((id) => id !== taskOfTopic.value);
  if (others.length === 0) return null;
  return (
    <>
      {others.map((taskId) => (
        <TaskCard key={taskId} {...{ taskId, isActive }} />
      ))}
    </>
  );
}
