import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import type { Narrow } from '../../store/chat/narrow.ts';
import type { GetTaskOfMessageAnswer } from '../../store/wire/dispatch.ts';
import { loadedRange } from '../data/messages.ts';
import { TaskCard } from './task-card.tsx';
import { taskOfTopic } from './task-of-topic.ts';

interface TopicTaskProps {
  narrow: Extract<Narrow, { kind: 'topic' }>;
}

/** The card of the task that the open topic belongs to; empty for any other topic. For people who dispatch. */
export function TopicTask({ narrow }: TopicTaskProps) {
  const newest = loadedRange(narrow, 'newest')?.ids.at(-1);
  const [taskId, setTaskId] = useState<string | null>();
  useEffect(() => {
    // A topic stays a task's, and whatever message of it is asked about, the answer is the same.
    if (newest === undefined || taskId) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    request<GetTaskOfMessageAnswer>(`/api/v2/conversations/task?messageId=${newest}`, { signal }).then(
      (answer) => signal.aborted || setTaskId(answer.taskId),
      // Without an answer there is no card; the next message asks again.
      () => undefined,
    );
    return () => stopped.abort();
  }, [newest, taskId]);
  useEffect(() => {
    taskOfTopic.value = taskId ?? undefined;
    return () => {
      taskOfTopic.value = undefined;
    };
  }, [taskId]);
  if (!taskId) return null;
  // What the bot reports in the topic has changed the task.
  return <TaskCard {...{ taskId }} version={newest} isWhole />;
}
