import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Badge } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { groupsByArea } from '../../store/dispatch/select/areas.ts';
import { isLate, recipientName, streetLine, taskName } from '../../store/dispatch/select/tasks.ts';
import { groupsByWindow } from '../../store/dispatch/select/windows.ts';
import { listKey, ownerOfKey } from '../../store/outbox/moves.ts';
import type { LiveWorker, Task } from '../../store/wire/dispatch.ts';
import { wasDragged } from '../board/drag.tsx';
import { useGrowing } from '../board/use-growing.ts';
import { useSheet } from '../data/address.ts';
import { tasksInOrder } from '../data/days.ts';
import { sortedByName } from '../data/fleet.ts';
import { activeOf, floor, listOfTask, lists } from '../data/floor.ts';
import { readStored, writeStored } from '../data/stored.ts';
import { lateText } from '../shared/lateness.ts';
import { PositionAge } from '../shared/position-age.tsx';
import { TaskWindow, windowText } from '../shared/task-window.tsx';
import { Battery, WorkerProgress } from '../shared/worker-progress.tsx';
import { words } from '../texts/index.ts';
import { mapWords } from './texts/index.ts';

/** Groupings of unassigned tasks. */
const groupings = ['area', 'window'] as const;

/** Settings of the floor that this browser stores for the signed-in person. */
interface FloorSettings {
  grouping: (typeof groupings)[number];
}

/** All that is on the map, for the keyboard and for whoever does not see it: what waits, and drivers with their stops. */
export function MapLists() {
  const { state } = floor.value;
  const current = lists.value;
  const onDuty = sortedByName(state.workers).filter((worker) => worker.onDuty);
  const assigned = useMemo(
    () => [...state.tasks.values()].filter((task) => isOffDuty(workerOf(task))),
    [floor.value, current],
  );
  return (
    <aside class="map-lists" aria-label={mapWords.lists}>
      <Unassigned />
      <h2>{mapWords.onDuty({ count: onDuty.length })}</h2>
      <GrowingList of={onDuty} render={(worker) => <WorkerRow key={worker.id} worker={worker} />} />
      {assigned.length > 0 && (
        <>
          <h2>{mapWords.offDuty({ count: assigned.length })}</h2>
          <GrowingList of={assigned} render={(task) => <TaskRow key={task.id} task={task} />} />
        </>
      )}
    </aside>
  );
}

/** Unassigned tasks by area or by the hour in which its window ends. */
function Unassigned() {
  const [grouping, setGrouping] = useState(
    () => groupings.find((each) => each === readStored<FloorSettings>('floor')?.grouping) ?? 'area',
  );
  const { groups, count } = useMemo(() => {
    const waiting = [...floor.value.state.tasks.values()].filter(
      (task) => task.state < 2 && workerOf(task) === undefined,
    );
    return { groups: grouping === 'area' ? areas(waiting) : windows(waiting), count: waiting.length };
  }, [floor.value, lists.value, grouping]);
  let before = 0;
  return (
    <>
      <div class="map-lists-head">
        <h2>{mapWords.unassigned({ count })}</h2>
        <Segmented
          label={mapWords.grouping}
          options={groupings.map((value) => ({ value, label: mapWords.groupings[value] }))}
          value={grouping}
          onChange={(value) => {
            setGrouping(value);
            writeStored('floor', { grouping: value } satisfies FloorSettings);
          }}
        />
      </div>
      {groups.map(({ name, tasks }) => {
        before += tasks.length;
        // Below them the drivers are soon in sight.
        const isOpen = before <= ROWS;
        return <TaskGroup key={name} name={groups.length > 1 ? name : undefined} tasks={tasks} isOpen={isOpen} />;
      })}
    </>
  );
}

interface NamedGroup {
  name: string;
  tasks: readonly Task[];
}

const areas = (tasks: readonly Task[]): NamedGroup[] =>
  groupsByArea(tasks).map((group) => ({ ...group, name: group.area || mapWords.noArea }));

function windows(tasks: readonly Task[]): NamedGroup[] {
  return groupsByWindow(tasks, Date.now()).map(({ until, tasks: of }) => {
    if (until === 'late') return { name: mapWords.signs.late, tasks: of };
    return { name: until === 'open' ? mapWords.noEnd : windowText(undefined, new Date(until)), tasks: of };
  });
}

/** Tasks of an area or a time, which fold away; a folded one draws no rows. @param props.isOpen at first */
function TaskGroup({ name, tasks, isOpen }: { name: string | undefined; tasks: readonly Task[]; isOpen: boolean }) {
  const [chosen, setChosen] = useState<boolean>();
  const isShown = chosen ?? isOpen;
  const rows = <GrowingList of={tasks} render={(task) => <TaskRow key={task.id} task={task} />} />;
  if (name === undefined) return rows;
  return (
    <details class="map-area" open={isShown} onToggle={({ currentTarget }) => setChosen(currentTarget.open)}>
      <summary>
        <h3 dir="auto">
          {name} <small>{tasks.length}</small>
        </h3>
      </summary>
      {isShown && rows}
    </details>
  );
}

/** The worker who has an open task, by the lists: a move counts before the server has confirmed it. */
function workerOf({ id, state, worker }: Task): string | undefined {
  if (state > 1) return state === 2 ? (worker ?? undefined) : undefined;
  const key = listOfTask.value.get(id);
  const owner = key === undefined ? undefined : ownerOfKey(key);
  return owner?.type === 'WORKER' ? owner.id : undefined;
}

/** Whether a worker is not among those on duty, below whom their stops stand. */
const isOffDuty = (worker: string | undefined) =>
  worker !== undefined && floor.value.state.workers.get(worker)?.onDuty !== true;

/** So many rows at first. */
const ROWS = 60;

function GrowingList<T>({ of, render }: { of: readonly T[]; render: (each: T) => ComponentChildren }) {
  const [shown, more] = useGrowing(of.length, ROWS);
  return (
    <ul>
      {of.slice(0, shown).map(render)}
      {shown < of.length && <li ref={more} aria-hidden="true" class="map-more" />}
    </ul>
  );
}

function TaskRow({ task }: { task: Task }) {
  const { openTask } = useSheet();
  const isWaiting = task.state < 2;
  return (
    <li>
      <button
        type="button"
        class={task.state === 2 ? 'map-row card active' : 'map-row card'}
        data-task={isWaiting ? task.id : undefined}
        onClick={() => wasDragged() || openTask(task.id)}
      >
        <span dir="auto">{taskName(task)}</span>
        <span class="map-row-line">
          <TaskWindow task={task} />
          {isLate(task, Date.now()) && (
            <Badge kind="bad" icon="clock">
              {lateText(task.delayTime)}
            </Badge>
          )}
        </span>
        {recipientName(task) && <small dir="auto">{streetLine(task)}</small>}
        {!task.destination.located && (
          <small class="map-unplaced">
            <Icon name="map-pin" />
            {words.notFound}
          </small>
        )}
        {task.state === 2 && <small>{words.taskStates[2]}</small>}
      </button>
    </li>
  );
}

/** A driver: how they are, how far their day is, and their stops in order. */
function WorkerRow({ worker: { id, name } }: { worker: LiveWorker }) {
  const { openWorker } = useSheet();
  const stops = tasksInOrder(id);
  return (
    <li class="map-worker" data-list={listKey({ type: 'WORKER', id })}>
      <button type="button" class="map-row" onClick={() => openWorker(id)}>
        <span dir="auto">{name}</span>
        <small>
          {words.duty[activeOf.value.has(id) ? 'active' : 'idle']}, <PositionAge workerId={id} />{' '}
          <Battery workerId={id} />
        </small>
        <small>
          <WorkerProgress workerId={id} />
        </small>
      </button>
      {stops.length > 0 && (
        <details>
          <summary>{mapWords.stops({ count: stops.length })}</summary>
          <ol>
            {stops.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
