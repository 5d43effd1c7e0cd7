import { isWithMod } from '../../shared/keys.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { isLate, streetLine, taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { toggle } from '../data/selection.ts';
import { lateText } from '../shared/lateness.ts';
import { QuestionBadge } from '../shared/question-badge.tsx';
import { TaskWindow } from '../shared/task-window.tsx';
import { words } from '../texts/index.ts';
import { dragged, wasDragged } from './drag.tsx';

interface CardProps {
  task: Task;
  now: number;
  isStop: boolean;
  isOpen: boolean;
  isSelected: boolean;
  isDropBefore: boolean;
}

/** A task in a list: whom it is for, where, when, and what is wrong about it. */
export function Card({ task, now, isStop, isOpen, isSelected, isDropBefore }: CardProps) {
  const { openTask } = useSheet();
  const classes = [
    'card',
    isOpen && 'open',
    isDropBefore && 'drop-before',
    dragged.value?.includes(task.id) && 'dragged',
    task.state === 2 && 'active',
  ];
  const isUnplaced = !task.destination.located;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are dealt with once, by the board
    <div
      role="option"
      class={classes.filter(Boolean).join(' ')}
      aria-selected={isSelected}
      aria-current={isOpen ? 'true' : undefined}
      tabIndex={isStop ? 0 : -1}
      data-task={task.id}
      onClick={(event) => {
        if (wasDragged()) return;
        const isTick = (event.target as Element).closest('.card-tick') !== null;
        if (isTick || event.shiftKey || isWithMod(event)) toggle(task.id);
        else openTask(task.id);
      }}
    >
      <span class="card-tick" aria-hidden="true">
        <Icon name={isSelected ? 'square-check' : 'square'} />
      </span>
      <span class="card-name" dir="auto">
        {taskName(task)}
      </span>
      <span class="card-address" dir="auto">
        {streetLine(task)}
      </span>
      <span class="card-line">
        <TaskWindow task={task} />
        {task.pickupTask && <Badge icon="package">{words.pickup}</Badge>}
        {task.state === 2 && (
          <Badge kind="accent" icon="chevron-right">
            {words.taskStates[2]}
          </Badge>
        )}
        {isLate(task, now) && (
          <Badge kind="alarm" icon="clock">
            {lateText(task.delayTime)}
          </Badge>
        )}
        <QuestionBadge task={task.id} />
        {isUnplaced && (
          <Badge kind="warning" icon="map-pin">
            {words.notFound}
          </Badge>
        )}
      </span>
    </div>
  );
}
