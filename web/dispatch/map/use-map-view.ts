import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import { placedWorkers } from '../data/positions.ts';
import type { MapPoint } from './features.ts';
import { followWorkers, pointsOfWorkers } from './follow-workers.ts';
import type { MapPoints } from './map-points.ts';
import type { MapHandlers, MapView } from './map-view.ts';
import { townsFor } from './places.ts';
import type { MapColours } from './style.ts';
import { useStreets } from './use-streets.ts';

/** Why there is no map. */
type MapRefusal = 'noWebGl' | 'notLoaded';

/** A map in a container: its library comes when it is first shown, and it draws what it is given. */
export function useMapView(
  container: RefObject<HTMLDivElement | null>,
  name: string,
  points: MapPoints,
  handlers: Omit<MapHandlers, 'onMoved' | 'onStreetsMissing'>,
): { refused: MapRefusal | undefined; base: GetMapAnswer | undefined; view: MapView | undefined; fit(): void } {
  const [view, setView] = useState<MapView>();
  const [refused, setRefused] = useState<MapRefusal>();
  const latest = useRef(handlers);
  latest.current = handlers;
  const { base, askAgain } = useStreets();
  const hasStreets = useRef(false);
  hasStreets.current = base?.style === 'file';
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
        onStreetsMissing: askAgain,
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
  return { refused, base, view, fit };
}

/** Light or dark, and how much contrast: the system may change it while the page is open. */
function whenSchemeChanges(run: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', run);
  return () => {
    for (const query of queries) query.removeEventListener('change', run);
  };
}

/** Fits the selection, otherwise everything. */
function fitTo(view: MapView, { tasks, hubs }: MapPoints): void {
  const selected = tasks.filter(({ properties }) => properties.selected);
  view.fit(selected.length > 0 ? selected : [...pointsOfWorkers.peek(), ...tasks, ...hubs]);
}

/** The page's colours as they are now, light or dark: the map knows no tokens. */
function coloursOfPage(): MapColours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colour = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    sea: colour('accent-ground'),
    land: colour('surface'),
    ground: colour('ground'),
    line: colour('line'),
    text: colour('text'),
    quiet: colour('quiet'),
    surface: colour('surface'),
    accent: colour('accent'),
    good: colour('good'),
    warning: colour('warning'),
    bad: colour('bad'),
  };
  probe.remove();
  return colours;
}
