import { useEffect } from 'preact/hooks';
import type { TaskCommand, TaskCommandName } from '../../../rules/task-command.ts';
import { session } from '../data/me.ts';
import { findWorkers, foundWorkers } from '../data/workers.ts';
import { taskOfTopic } from '../task-card/task-of-topic.ts';
import { taskCardWords } from '../task-card/texts/index.ts';
import { Notice } from './notices.tsx';

const { preview: words } = taskCardWords;

/** Names that are written out. */
const MAX_NAMES = 5;

/** Says what the command that is being written will do, before it is sent. */
export function CommandPreview({ name, argument }: TaskCommand) {
  const who = argument.replace(/^@/, '');
  useEffect(() => {
    if (name === 'assign') findWorkers(who);
  }, [name, who]);
  return (
    <Notice>
      <p role="status">{sentence(name, who)}</p>
    </Notice>
  );
}

function sentence(name: TaskCommandName, who: string): string {
  if (taskOfTopic.value === undefined) return words.noTask;
  if (name !== 'assign') return words[name];
  if (session.value?.apps.dispatch?.isReadOnly) return words.readOnly;
  if (who === '') return words.whom;
  const { query, workers } = foundWorkers.value;
  if (query !== who) return words.looking;
  const called = workers.filter((each) => each.name.toLowerCase().startsWith(who.toLowerCase()));
  const exact = called.filter((each) => each.name.toLowerCase() === who.toLowerCase());
  const [worker, ...others] = exact.length > 0 ? exact : called;
  if (!worker) return words.nobody({ name: who });
  if (others.length === 0) return words.assign({ worker: worker.name, count: worker.tasks });
  const names = [worker, ...others].slice(0, MAX_NAMES).map((each) => each.name);
  return words.several({ names: names.join(', ') });
}
