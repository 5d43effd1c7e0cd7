import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { hueOf } from '../../../rules/initials.ts';
import type { Streets } from '../../shared/map/show-streets.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { listKey, ownerOfKey } from '../../store/outbox/moves.ts';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import { Guide } from '../beginning/guide.tsx';
import { beginning } from '../beginning/steps.ts';
import { DragGhost, type DropPlace, inShownOrder, placeOnBoard, useDrag } from '../board/drag.tsx';
import { SelectionBar } from '../board/selection-bar.tsx';
import { useAddress, useSheet } from '../data/address.ts';
import { AGE_MS, useNow } from '../data/clock.ts';
import { asOf } from '../data/connection.ts';
import { activeOf, floor, lists, positions } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { moveTasks } from '../data/moves.ts';
import { placedWorkers, usePosition } from '../data/positions.ts';
import { select, selection } from '../data/selection.ts';
import { useSelectionKeys } from '../data/use-selection-keys.ts';
import { words } from '../texts/index.ts';
import { hubPoints, linePath, overdueCount, taskPoints } from './features.ts';
import { Legend } from './legend.tsx';
import { MapLists } from './map-lists.tsx';
import type { MapPoints } from './map-points.ts';
import './map.css';
import { PinPanel } from './pin-panel.tsx';
import { Sketch } from './sketch.tsx';
import { StreetsNote } from './streets-note.tsx';
import { mapWords } from './texts/index.ts';
import { useMapView } from './use-map-view.ts';

/** With more workers on duty only the line of the open one is drawn. */
const MANY_WAYS = 100;

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
  const [{ worker: openId, task: taskId, pin }] = useAddress();
  const screen = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const now = useNow(AGE_MS);
  const [isAssigning, setAssigning] = useState(false);
  const since = asOf.value;
  const points = usePoints(openId, taskId, since ? since.getTime() : now);
  const { tasks } = points;
  const late = tasks.filter(({ properties }) => properties.late).length;
  const name = mapWords.summary({ onMap: placedWorkers.value, open: tasks.length, late });
  const { refused, base, streets, isServerLost, view, fit } = useMapView(container, name, points, {
    onTask: openTask,
    onWorker: openWorker,
    onRectangle: (ids) => select(ids),
    mayDrag: () => mayWrite.value,
    onDrop: (task, worker) => {
      const ids = selection.value.has(task) ? inShownOrder(selection.value) : [task];
      moveTasks(ids, { type: 'WORKER', id: worker }, null);
      select([]);
    },
    onDropBeside: (task, x, y) => {
      const place = placeOnBoard(x, y);
      if (!place) return;
      moveTasks(
        selection.value.has(task) ? inShownOrder(selection.value) : [task],
        ownerOfKey(place.key),
        place.before,
      );
      select([]);
    },
  });
  useSelectionKeys(() => setAssigning(true));
  const placeAt = (x: number, y: number): DropPlace | undefined => {
    const worker = view?.workerAt(x, y);
    return worker === undefined ? placeOnBoard(x, y) : { key: listKey({ type: 'WORKER', id: worker }), before: null };
  };
  const drag = useDrag(screen, mayWrite.value, { scroller: screen, placeAt });
  // What was found or chosen elsewhere is in the middle, and marked.
  useEffect(() => {
    const task = taskId === undefined ? undefined : floor.value.state.tasks.get(taskId);
    if (view && task) void view.goTo(task.destination.location as [number, number]);
  }, [view, taskId]);
  // Drawn by what they show themselves.
  const beside = useMemo(() => <MapLists />, []);
  const pinned = pin === undefined ? undefined : floor.value.state.tasks.get(pin);
  return (
    <div ref={screen} class="map-screen" {...drag}>
      <div class={since ? 'map-place stale' : 'map-place'}>
        {refused ? (
          <Sketch tasks={tasks} reason={mapWords[refused]} />
        ) : (
          <>
            <div class="map-canvas">
              <div ref={container} />
            </div>
            <div class="map-tools">
              <div class="map-zoom">
                <Button icon="maximize" onClick={fit}>
                  {mapWords.fit}
                </Button>
                <IconButton kind="plain" icon="plus" label={mapWords.zoomIn} onClick={() => view?.zoomBy(1)} />
                <IconButton kind="plain" icon="minus" label={mapWords.zoomOut} onClick={() => view?.zoomBy(-1)} />
              </div>
              <StreetsNote base={base} isServerLost={isServerLost} />
            </div>
            <MapSource base={base} streets={streets} />
            <Legend hasStreets={base && base.style !== 'outline'} />
          </>
        )}
        {pinned && mayWrite.value && <PinPanel key={pin} task={pinned} view={view} />}
      </div>
      {beside}
      <SelectionBar isAssigning={isAssigning} onAssigning={setAssigning} />
      <DragGhost />
    </div>
  );
}

/** Attribution that the makers of the street map require; or a note that the streets are missing. */
function MapSource({ base, streets }: { base: GetMapAnswer | undefined; streets: Streets | undefined }) {
  return (
    <p class="map-source" role="status">
      <bdi>{base?.isFileMissing ? mapWords.streetsMissing : (streets?.attribution ?? base?.attribution)}</bdi>
    </p>
  );
}

function usePoints(openId: string | undefined, taskId: string | undefined, now: number): MapPoints {
  const { state } = floor.value;
  const selected = selection.value;
  const start = usePosition(openId ?? '');
  // Time alone changes a point only when a window ends.
  const overdue = overdueCount(state, now);
  const tasks = useMemo(() => {
    // The open task is marked as selected ones are.
    return taskPoints(state, taskId === undefined ? selected : new Set([...selected, taskId]), now);
  }, [floor.value, selected, overdue, taskId]);
  const hubs = useMemo(() => hubPoints(state), [floor.value]);
  const path = useMemo(() => {
    if (!openId) return { places: [] };
    const underWay = activeOf.value.get(openId) ?? [];
    const stops = lists.value.get(listKey({ type: 'WORKER', id: openId })) ?? [];
    return { places: linePath(state.tasks, start, [...underWay.map(({ id }) => id), ...stops]) };
  }, [openId, floor.value, lists.value, start]);
  const ways = useMemo(() => {
    // Positions change each second; a line begins where its worker was when the list last changed.
    const at = positions.peek().positions;
    const onDuty = [...state.workers.values()].filter((worker) => worker.onDuty);
    if (onDuty.length > MANY_WAYS) return [];
    return onDuty.map(({ id }) => {
      const stops = lists.value.get(listKey({ type: 'WORKER', id })) ?? [];
      const all = [...(activeOf.value.get(id) ?? []).map((task) => task.id), ...stops];
      return { places: linePath(state.tasks, at.get(id), all), hue: hueOf(id) };
    });
  }, [floor.value, lists.value, placedWorkers.value > 0]);
  return { tasks, hubs, way: path, ways };
}
