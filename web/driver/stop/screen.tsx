import { Link, useParams } from 'wouter-preact';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty, Loading } from '../../shared/ui/states.tsx';
import type { ShownTask } from '../../store/driver/shown.ts';
import { known, tasks } from '../data/tasks.ts';
import { actionWords, stateWords } from '../data/words.ts';
import { StopHeading, StopLinks, StopNotes } from './details.tsx';
import { NextStepButtons } from './steps.tsx';
import { StopForm } from './stop-form.tsx';
import { StopMap } from './stop-map.tsx';
import './stop.css';
import { stopWords as words } from './texts/index.ts';

/** One stop: what is to be known of it, and what is done there. */
export function StopScreen() {
  const { taskId } = useParams<{ taskId: string }>();
  const shown = tasks.value.find(({ task }) => task.id === taskId);
  if (shown) return <Stop key={taskId} shown={shown} />;
  if (!known.value) return <Loading rows={6} />;
  return (
    <Empty level={2} icon="circle-check" title={words.gone} text={words.goneText}>
      <Link class="button" href="/">
        {words.back}
      </Link>
    </Empty>
  );
}

function Stop({ shown }: { shown: ShownTask }) {
  const { task, state, actions } = shown;
  return (
    <article class="stop">
      <Link class="stop-back" href="/">
        <Icon name="arrow-left" />
        {words.back}
      </Link>
      <StopHeading task={task} level={1} />
      {state !== 'done' && <StopLinks task={task} />}
      <StopNotes task={task} />
      {(state === 'open' || state === 'active') && <StopMap task={task} />}
      {actions.length > 0 && (
        <ul class="stop-actions">
          {actions.map((action) => (
            <li key={action.id}>
              <strong>{actionWords(action)}</strong> {stateWords(action)}
            </li>
          ))}
        </ul>
      )}
      {(state === 'active' || state === 'arrived') && <StopForm shown={shown} />}
      <NextStepButtons shown={shown} />
    </article>
  );
}
