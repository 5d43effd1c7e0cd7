import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { addressLine, isLate, recipientName, taskName } from '../../store/dispatch/select/tasks.ts';
import { listKey } from '../../store/outbox/moves.ts';
import { SelectionBar } from '../board/selection-bar.tsx';
import { useAddress, useSheet } from '../data/address.ts';
import { floor, lists, positions } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { moveTasks } from '../data/moves.ts';
import { select, selection } from '../data/selection.ts';
import { PositionAge } from '../shared/position-age.tsx';
import { useAsOf } from '../shell/connection.tsx';
import { words } from '../texts/index.ts';
import { hubPoints, type MapPoint, taskPoints, wayOf, workerPoints } from './features.ts';
import { Legend } from './legend.tsx';
import './map.css';
import { Sketch } from './sketch.tsx';
import { mapWords } from './texts/index.ts';
import { useMapView } from './use-map-view.ts';

/** Ages of positions are looked at so often. */
const AGE_MS = 5000;

/** The fleet on a map, and beside it as lists, which hold all that the map does. */
export function MapScreen() {
  const { openTask, openWorker } = useSheet();
  const [{ worker: openId }] = useAddress();
  const container = useRef<HTMLDivElement>(null);
  const now = useNow(AGE_MS);
  const [isAssigning, setAssigning] = useState(false);
  const asOf = useAsOf();
  const { state } = floor.value;
  const { active, workers, tasks, hubs, way } = usePoints(openId, asOf ? asOf.getTime() : now);
  const late = [...state.tasks.values()].filter((task) => isLate(task, now)).length;
  const name = mapWords.summary(workers.length, tasks.length, late);
  const { isRefused, fit } = useMapView(
    container,
    name,
    { workers, tasks, hubs, way },
    {
      onTask: openTask,
      onWorker: openWorker,
      onRectangle: (ids) => select(ids),
      onDrop: (task, worker) => {
        const ids = selection.value.has(task) ? [...selection.value] : [task];
        if (mayWrite.value) moveTasks(ids, { type: 'WORKER', id: worker }, null);
      },
    },
  );
  return (
    <div class="map-screen">
      <h1 class="unseen">{words.screens.map}</h1>
      <div class={asOf ? 'map-place stale' : 'map-place'}>
        {isRefused ? (
          <Sketch workers={workers} tasks={tasks} />
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
            <Legend />
          </>
        )}
      </div>
      <MapLists active={active} />
      <SelectionBar isAssigning={isAssigning} onAssigning={setAssigning} />
    </div>
  );
}

function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** What the map shows. */
export interface MapPoints {
  workers: readonly MapPoint[];
  tasks: readonly MapPoint[];
  hubs: readonly MapPoint[];
  /** Of the worker who is open at the side. */
  way: readonly [number, number][];
}

function usePoints(openId: string | undefined, now: number): MapPoints & { active: ReadonlySet<string> } {
  const { state } = floor.value;
  const { positions: places } = positions.value;
  const selected = selection.value;
  const active = useMemo(
    () => new Set([...state.tasks.values()].flatMap((task) => (task.state === 2 && task.worker ? [task.worker] : []))),
    [floor.value],
  );
  const workers = workerPoints({ workers: state.workers, positions: places }, active, now);
  const tasks = useMemo(() => taskPoints(state, selected, now), [floor.value, selected, now]);
  const hubs = useMemo(() => hubPoints(state), [floor.value]);
  const stops = openId ? (lists.value.get(listKey({ type: 'WORKER', id: openId })) ?? []) : [];
  const underWay = [...state.tasks.values()].filter((task) => task.state === 2 && task.worker === openId);
  const way = openId
    ? wayOf({ tasks: state.tasks, positions: places }, openId, [...underWay.map(({ id }) => id), ...stops])
    : [];
  return { active, workers, tasks, hubs, way };
}

/** All that is on the map, for the keyboard and for whoever does not see it. */
function MapLists({ active }: { active: ReadonlySet<string> }) {
  const { openTask, openWorker } = useSheet();
  const { tasks, workers } = floor.value.state;
  const unassigned = [...tasks.values()].filter(({ state }) => state === 0);
  const onDuty = [...workers.values()].filter((worker) => worker.onDuty).sort((a, b) => a.name.localeCompare(b.name));
  return (
    <aside class="map-lists" aria-label={mapWords.lists}>
      <h2>{mapWords.unassigned(unassigned.length)}</h2>
      <ul>
        {unassigned.slice(0, MAX_LISTED).map((task) => (
          <li key={task.id}>
            <button type="button" class="map-row" onClick={() => openTask(task.id)}>
              <span dir="auto">{taskName(task)}</span>
              {recipientName(task) && <small dir="auto">{addressLine(task)}</small>}
            </button>
          </li>
        ))}
      </ul>
      <h2>{mapWords.onDuty(onDuty.length)}</h2>
      <ul>
        {onDuty.slice(0, MAX_LISTED).map(({ id, name }) => (
          <li key={id}>
            <button type="button" class="map-row" onClick={() => openWorker(id)}>
              <span dir="auto">{name}</span>
              <small>
                {words.duty[active.has(id) ? 'active' : 'idle']}, <PositionAge workerId={id} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** The board lists everything; these are for a look. */
const MAX_LISTED = 200;
