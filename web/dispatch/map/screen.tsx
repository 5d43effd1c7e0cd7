import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { addressLine, recipientName, taskName } from '../../store/dispatch/select/tasks.ts';
import { listKey } from '../../store/outbox/moves.ts';
import type { GetMapAnswer, LiveWorker, Task } from '../../store/wire/dispatch.ts';
import { Guide } from '../beginning/guide.tsx';
import { beginning } from '../beginning/steps.ts';
import { inShownOrder } from '../board/drag.tsx';
import { SelectionBar } from '../board/selection-bar.tsx';
import { useGrowing } from '../board/use-growing.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { AGE_MS, useNow } from '../data/clock.ts';
import { asOf } from '../data/connection.ts';
import { activeOf, floor, lists } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { moveTasks } from '../data/moves.ts';
import { nameOfOwner } from '../data/names.ts';
import { placedWorkers, usePosition } from '../data/positions.ts';
import { select, selection } from '../data/selection.ts';
import { PositionAge } from '../shared/position-age.tsx';
import { words } from '../texts/index.ts';
import { hubPoints, linePath, taskPoints } from './features.ts';
import { Legend } from './legend.tsx';
import type { MapPoints } from './map-points.ts';
import './map.css';
import { PinPanel } from './pin-panel.tsx';
import { Sketch } from './sketch.tsx';
import { mapWords } from './texts/index.ts';
import { useMapView } from './use-map-view.ts';

/** The map, or what is missing before it shows anything. */
export function MapScreen() {
  return (
    <>
      <h1 class="unseen">{words.screens.map}</h1>
      {beginning() === 'nothing' ? <Guide /> : <FleetMap />}
    </>
  );
}

/** The fleet on a map, and beside it as lists, which hold all that the map does. */
function FleetMap() {
  const { openTask, openWorker } = useSheet();
  const [{ worker: openId, pin }] = useAddress();
  const container = useRef<HTMLDivElement>(null);
  const now = useNow(AGE_MS);
  const [isAssigning, setAssigning] = useState(false);
  const since = asOf.value;
  const points = usePoints(openId, since ? since.getTime() : now);
  const { tasks } = points;
  const late = tasks.filter(({ properties }) => properties.late).length;
  const name = mapWords.summary({ onMap: placedWorkers.value, open: tasks.length, late });
  const { refused, base, view, fit } = useMapView(container, name, points, {
    onTask: openTask,
    onWorker: openWorker,
    onRectangle: (ids) => select(ids),
    mayDrag: () => mayWrite.value,
    onDrop: (task, worker) => {
      const ids = selection.value.has(task) ? inShownOrder(selection.value) : [task];
      moveTasks(ids, { type: 'WORKER', id: worker }, null);
      select([]);
    },
  });
  // Drawn by what they show themselves.
  const beside = useMemo(() => <MapLists />, []);
  const pinned = pin === undefined ? undefined : floor.value.state.tasks.get(pin);
  return (
    <div class="map-screen">
      <div class={since ? 'map-place stale' : 'map-place'}>
        {refused ? (
          <Sketch tasks={tasks} reason={mapWords[refused]} />
        ) : (
          <>
            <div class="map-canvas">
              <div ref={container} />
            </div>
            <div class="map-tools">
              <Button icon="maximize" onClick={fit}>
                {mapWords.fit}
              </Button>
            </div>
            <MapSource base={base} />
            <Legend hasStreets={base && base.style === 'file'} />
          </>
        )}
        {pinned && mayWrite.value && <PinPanel key={pin} task={pinned} view={view} />}
      </div>
      {beside}
      <SelectionBar isAssigning={isAssigning} onAssigning={setAssigning} />
    </div>
  );
}

/** Attribution that the makers of the street map require; or a note that the streets are missing. */
function MapSource({ base }: { base: GetMapAnswer | undefined }) {
  return (
    <p class="map-source" role="status">
      <bdi>{base?.isFileMissing ? mapWords.streetsMissing : base?.attribution}</bdi>
    </p>
  );
}

function usePoints(openId: string | undefined, now: number): MapPoints {
  const { state } = floor.value;
  const selected = selection.value;
  const start = usePosition(openId ?? '');
  const tasks = useMemo(() => taskPoints(state, selected, now), [floor.value, selected, now]);
  const hubs = useMemo(() => hubPoints(state), [floor.value]);
  const path = useMemo(() => {
    if (!openId) return [];
    const underWay = activeOf.value.get(openId) ?? [];
    const stops = lists.value.get(listKey({ type: 'WORKER', id: openId })) ?? [];
    return linePath(state.tasks, start, [...underWay.map(({ id }) => id), ...stops]);
  }, [openId, floor.value, lists.value, start]);
  return { tasks, hubs, way: path };
}

/** All that is on the map, for the keyboard and for whoever does not see it. */
function MapLists() {
  const active = activeOf.value;
  const { unassigned, assigned, onDuty } = useMemo(() => {
    const { tasks, workers } = floor.value.state;
    return {
      unassigned: [...tasks.values()].filter(({ state }) => state === 0),
      assigned: [...tasks.values()].filter(({ state }) => state === 1 || state === 2),
      onDuty: [...workers.values()].filter((worker) => worker.onDuty).sort((a, b) => a.name.localeCompare(b.name)),
    };
  }, [floor.value]);
  return (
    <aside class="map-lists" aria-label={mapWords.lists}>
      <h2>{mapWords.unassigned({ count: unassigned.length })}</h2>
      <GrowingList of={unassigned} render={(task) => <TaskRow key={task.id} task={task} />} />
      <h2>{mapWords.onDuty({ count: onDuty.length })}</h2>
      <GrowingList
        of={onDuty}
        render={(worker) => <WorkerRow key={worker.id} worker={worker} isActive={active.has(worker.id)} />}
      />
      <h2>{mapWords.assigned({ count: assigned.length })}</h2>
      <GrowingList of={assigned} render={(task) => <TaskRow key={task.id} task={task} />} />
    </aside>
  );
}

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
  const worker = task.worker && nameOfOwner({ type: 'WORKER', id: task.worker });
  return (
    <li>
      <button type="button" class="map-row" onClick={() => openTask(task.id)}>
        <span dir="auto">{taskName(task)}</span>
        {recipientName(task) && <small dir="auto">{addressLine(task)}</small>}
        {!task.destination.located && (
          <small class="map-unplaced">
            <Icon name="map-pin" />
            {words.notFound}
          </small>
        )}
        {task.state > 0 && (
          <small>
            {words.taskStates[task.state]}
            {worker && (
              <>
                , <bdi>{worker}</bdi>
              </>
            )}
          </small>
        )}
      </button>
    </li>
  );
}

function WorkerRow({ worker: { id, name }, isActive }: { worker: LiveWorker; isActive: boolean }) {
  const { openWorker } = useSheet();
  return (
    <li>
      <button type="button" class="map-row" onClick={() => openWorker(id)}>
        <span dir="auto">{name}</span>
        <small>
          {words.duty[isActive ? 'active' : 'idle']}, <PositionAge workerId={id} />
        </small>
      </button>
    </li>
  );
}
