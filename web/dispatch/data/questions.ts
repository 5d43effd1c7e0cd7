import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ListQuestionsAnswer } from '../../store/wire/dispatch.ts';
import { floor } from './floor.ts';
import { useFollowed } from './use-followed.ts';

/** A driver's message that nobody has answered or read: the newest about its task. */
export type Question = ListQuestionsAnswer[number];

/** Open questions by task, the oldest first; known in every screen. */
export const questions = signal<ReadonlyMap<string, Question>>(new Map());

/** Number of open questions about the tasks of each worker. */
export const questionsOfWorker = computed<ReadonlyMap<string, number>>(() => {
  const counts = new Map<string, number>();
  const { tasks } = floor.value.state;
  for (const { taskId, worker: asked } of questions.value.values()) {
    const worker = tasks.get(taskId)?.worker ?? asked;
    if (worker) counts.set(worker, (counts.get(worker) ?? 0) + 1);
  }
  return counts;
});

/** Keeps the open questions current: the feed says when something was written or read. */
export function useQuestions(): void {
  const { answer } = useFollowed<ListQuestionsAnswer>('/api/v2/questions', 'conversation');
  useEffect(() => {
    if (answer) questions.value = new Map(answer.map((question) => [question.taskId, question]));
  }, [answer]);
}
