import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { coloursOfPage, whenSchemeChanges } from '../../shared/map/map-colours.ts';
import type { Streets } from '../../shared/map/show-streets.ts';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import { placedWorkers } from '../data/positions.ts';
import type { MapPoint } from './features.ts';
import { followWorkers, pointsOfWorkers } from './follow-workers.ts';
import type { MapPoints } from './map-points.ts';
import type { MapHandlers, MapView } from './map-view.ts';
import { townsFor } from './places.ts';
import { useStreets } from './use-streets.ts';

/** Why there is no map. */
type MapRefusal = 'noWebGl' | 'notLoaded';

/** A map in a container: its library comes when it is first shown, and it draws what it is given. */
export function useMapView(
  container: RefObject<HTMLDivElement | null>,
  name: string,
  points: MapPoints,
  handlers: Omit<MapHandlers, 'onMoved' | 'onStreets' | 'streetEvents'>,
): {
  refused: MapRefusal | undefined;
  base: GetMapAnswer | undefined;
  /** Streets that are drawn. */
  streets: Streets | undefined;
  /** Whether the tile server does not answer now. */
  isServerLost: boolean;
  view: MapView | undefined;
  fit(): void;
} {
  const [view, setView] = useState<MapView>();
  const [refused, setRefused] = useState<MapRefusal>();
  const latest = useRef(handlers);
  latest.current = handlers;
  const { base, askAgain } = useStreets();
  const [streets, setStreets] = useState<Streets>();
  const [isServerLost, setServerLost] = useState(false);
  const hasStreets = useRef(false);
  hasStreets.current = streets !== undefined;
  const known = useRef(base);
  known.current = base;
  const shown = useRef(points);
  shown.current = points;

  useEffect(() => {
    let made: MapView | undefined;
    let isGone = false;
    const make = ({ MapView: View }: typeof import('./map-view.ts')) => {
      if (isGone) return;
      const showTowns = townsFor((towns) => !isGone && void made?.setPoints('places', towns));
      made = new View(container.current!, coloursOfPage(), name, {
        onTask: (id) => latest.current.onTask(id),
        onWorker: (id) => latest.current.onWorker(id),
        onRectangle: (ids) => latest.current.onRectangle(ids),
        mayDrag: () => latest.current.mayDrag(),
        onDrop: (task, worker) => latest.current.onDrop(task, worker),
        onDropBeside: (task, x, y) => latest.current.onDropBeside(task, x, y),
        // Streets come with names of their own.
        onMoved: (box) => void (hasStreets.current || showTowns(box)),
        onStreets: setStreets,
        streetEvents: {
          // Of a file of this server there may be another one; a tile server is asked by each next tile.
          onMissing: () => (known.current?.style === 'server' ? setServerLost(true) : askAgain()),
          onFound: () => setServerLost(false),
        },
      });
      setView(made);
      const { parentElement } = container.current!;
      void made.drawn().then(() => {
        parentElement!.dataset.drawn = '';
      });
    };
    import('./map-view.ts').then(
      (library) => {
        try {
          make(library);
        } catch {
          setRefused('noWebGl');
        }
      },
      () => setRefused('notLoaded'),
    );
    return () => {
      isGone = true;
      made?.remove();
    };
  }, []);

  useEffect(() => view && followWorkers(view), [view]);
  useEffect(() => {
    const isMarked = ({ properties }: MapPoint) => properties.late === true || properties.selected === true;
    void view?.setPoints(
      'tasks',
      points.tasks.filter((task) => !isMarked(task)),
    );
    void view?.setPoints('marked', points.tasks.filter(isMarked));
  }, [view, points.tasks]);
  useEffect(() => void view?.setPoints('hubs', points.hubs), [view, points.hubs]);
  useEffect(() => void view?.setLines('way', [points.way]), [view, points.way]);
  useEffect(() => void view?.setLines('ways', points.ways), [view, points.ways]);
  useEffect(() => view?.setName(name), [view, name]);
  useEffect(() => void (base && view?.setBase(base)), [view, base]);
  useEffect(() => view && whenSchemeChanges(() => void view.setColours(coloursOfPage())), [view]);
  // The first view is of all there is, also of what comes a moment later, as positions do.
  useEffect(() => {
    if (view && !view.isMoved) fitTo(view, shown.current);
  }, [view, placedWorkers.value > 0, points.tasks.length > 0, points.hubs.length > 0]);
  const fit = () => view && fitTo(view, shown.current);
  useKeys({ fit });
  return { refused, base, streets, isServerLost, view, fit };
}

/** Fits the selection, otherwise everything. */
function fitTo(view: MapView, { tasks, hubs }: MapPoints): void {
  const selected = tasks.filter(({ properties }) => properties.selected);
  view.fit(selected.length > 0 ? selected : [...pointsOfWorkers.peek(), ...tasks, ...hubs]);
}
