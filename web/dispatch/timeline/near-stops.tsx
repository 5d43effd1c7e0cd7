import { Dialog } from '../../shared/ui/dialog.tsx';
import { List } from '../../shared/ui/list.tsx';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { timelineWords } from './texts/index.ts';

/** Half of what a finger covers (WCAG 2.5.5), and what a mouse can hit (2.5.8). */
const FINGER_PX = 22;
const MOUSE_PX = 24;

/** Returns the IDs of the bars of a row that a click may mean, in order: those under a finger, or narrow ones under each other. */
export function barsAt(track: HTMLElement, { clientX, pointerType }: PointerEvent): string[] {
  const isFinger = pointerType === 'touch';
  const reach = isFinger ? FINGER_PX : 0;
  return [...track.querySelectorAll<HTMLElement>('.stop-bar')]
    .filter((bar) => {
      const { left, right, width } = bar.getBoundingClientRect();
      return left < clientX + reach && right > clientX - reach && (isFinger || width < MOUSE_PX);
    })
    .map(({ dataset }) => dataset.task!);
}

interface NearStopsProps {
  spans: readonly { task: Task; end: number }[];
  onClose(): void;
}

/** Stops that are too close together to hit one of them: they are chosen by name. */
export function NearStops({ spans, onClose }: NearStopsProps) {
  const { openTask } = useSheet();
  return (
    <Dialog title={timelineWords.near} onClose={onClose}>
      <List
        label={timelineWords.near}
        items={spans}
        idOf={({ task }) => task.id}
        render={({ task, end }) => (
          <>
            <span class="grow" dir="auto">
              {taskName(task)}
            </span>
            <span class="side">{timeOfDay(new Date(end))}</span>
          </>
        )}
        onOpen={({ task }) => {
          onClose();
          openTask(task.id);
        }}
      />
    </Dialog>
  );
}
