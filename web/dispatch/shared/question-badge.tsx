import { Badge } from '../../shared/ui/badge.tsx';
import { questions, questionsOfWorker } from '../data/questions.ts';
import { words } from '../texts/index.ts';

/** Shown on a task about which its driver asks; empty without a question. */
export function QuestionBadge({ task }: { task: string }) {
  if (!questions.value.has(task)) return null;
  return (
    <Badge kind="alarm" icon="message-circle">
      {words.questions.asks}
    </Badge>
  );
}

/** Number of a driver's open questions; empty for none. */
export function WorkerQuestions({ worker }: { worker: string }) {
  const count = questionsOfWorker.value.get(worker);
  if (!count) return null;
  return (
    <Badge kind="alarm" icon="message-circle">
      {words.questions.count({ count })}
    </Badge>
  );
}
