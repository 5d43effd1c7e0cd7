import type { ComponentChildren } from 'preact';
import { isWithMod } from '../../shared/keys.ts';
import { hint } from '../../shared/ui/hint.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { timeOfDay } from '../../shared/ui/time.tsx';
import type { DoneSpan, Stop } from '../../store/dispatch/select/day.ts';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { moving, wasDragged } from '../board/drag.tsx';
import { useSheet } from '../data/address.ts';
import { selection, toggle } from '../data/selection.ts';
import { lateText } from '../shared/lateness.ts';
import { windowText } from '../shared/task-window.tsx';
import { words } from '../texts/index.ts';
import { type Axis, pxOf } from './axis.ts';
import { type BarPlace, wordsPlace } from './bar-places.ts';
import { textWidth } from './text-width.ts';
import { timelineWords } from './texts/index.ts';

const clock = (time: number) => timeOfDay(new Date(time));

/** A task that is to be done: the way there, then what is done at the door. */
export function StopBar({ stop, place, axis, isStop }: { stop: Stop; place: BarPlace; axis: Axis; isStop: boolean }) {
  const { task, from, arrival, end, late, isKnown } = stop;
  const isEarly = task.completeAfter !== null && arrival < task.completeAfter;
  const sentence = [
    taskName(task),
    `${isKnown ? '' : `${timelineWords.about} `}${timelineWords.bar.taskFrom({ from: clock(arrival), end: clock(end) })}`,
    ...windowWords(task),
    ...(task.state === 2 ? [words.taskStates[2]] : []),
    ...(late > 0 ? [lateText(late)] : []),
    ...(isEarly ? [timelineWords.early] : []),
    ...(task.destination.located ? [] : [words.notFound]),
  ].join(', ');
  const icon: IconName | undefined = !task.destination.located
    ? 'map-pin'
    : late > 0
      ? 'triangle-alert'
      : task.state === 2
        ? 'chevron-right'
        : task.pickupTask
          ? 'package'
          : undefined;
  const kinds = [late > 0 && 'late', task.state === 2 && 'active', !isKnown && 'guessed'];
  return (
    <Bar {...{ task, place, isStop, sentence, kinds, icon }}>
      <span class="stop-way" style={{ inlineSize: `${pxOf(axis, arrival) - pxOf(axis, from)}px` }} />
    </Bar>
  );
}

/** A task that was done. */
export function DoneBar({ span: { task, end }, place, isStop }: { span: DoneSpan; place: BarPlace; isStop: boolean }) {
  const failed = task.completionDetails.success === false;
  const wasLate = task.completeBefore !== null && end > task.completeBefore;
  const sentence = [
    taskName(task),
    failed ? words.failed : timelineWords.done({ time: clock(end) }),
    ...windowWords(task),
    ...(wasLate ? [lateText((end - task.completeBefore!) / 1000)] : []),
  ].join(', ');
  const icon = failed ? 'circle-x' : wasLate ? 'triangle-alert' : 'check';
  return <Bar {...{ task, place, isStop, sentence, icon }} kinds={['done', failed && 'failed', wasLate && 'late']} />;
}

interface BarProps {
  task: Task;
  place: BarPlace;
  isStop: boolean;
  sentence: string;
  kinds: readonly (string | false)[];
  icon: IconName | undefined;
  children?: ComponentChildren;
}

/** Width of a bar's padding, and of an icon with its gap. */
const PADDING_PX = 8;
const ICON_PX = 18;

function Bar({ task, place, isStop, sentence, kinds, icon, children }: BarProps) {
  const { openTask } = useSheet();
  const name = taskName(task);
  const words = wordsPlace(place, textWidth(name) + PADDING_PX + (icon ? ICON_PX : 0));
  const isMoving = moving.value?.group.includes(task.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are dealt with once, by the timeline
    <div
      role="option"
      class={['stop-bar', ...kinds, isMoving && 'moving'].filter(Boolean).join(' ')}
      style={{
        insetInlineStart: `${place.start}px`,
        inlineSize: `${place.width}px`,
        '--before': `${place.before}px`,
        '--after': `${place.after}px`,
        '--gap': `${place.gap}px`,
      }}
      aria-selected={selection.value.has(task.id)}
      aria-label={sentence}
      {...hint(sentence)}
      tabIndex={isStop ? 0 : -1}
      data-task={task.id}
      data-fixed={task.state > 1 || undefined}
      onClick={(event) => {
        if (wasDragged()) return;
        if (event.shiftKey || isWithMod(event)) toggle(task.id);
        else openTask(task.id);
      }}
    >
      {children}
      <span class={`stop-words ${words}`}>
        {icon && (words !== 'hidden' || place.width >= ICON_PX) && <Icon name={icon} />}
        {words !== 'hidden' && <span dir="auto">{name}</span>}
      </span>
    </div>
  );
}

function windowWords({ completeAfter, completeBefore }: Task): string[] {
  if (completeAfter === null && completeBefore === null) return [];
  const [after, before] = [completeAfter, completeBefore].map((time) => (time === null ? undefined : new Date(time)));
  return [windowText(after, before)];
}
