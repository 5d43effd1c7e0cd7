import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import type { MapHandlers, MapView } from './map-view.ts';
import { placesWithin } from './places.ts';
import type { MapPoints } from './screen.tsx';
import type { MapColours } from './style.ts';

/** A map in a container: its library comes when it is first shown, and it draws what it is given. */
export function useMapView(
  container: RefObject<HTMLDivElement | null>,
  name: string,
  points: MapPoints,
  handlers: Omit<MapHandlers, 'onMoved'>,
): { isRefused: boolean; fit(): void } {
  const [view, setView] = useState<MapView>();
  const [isRefused, setRefused] = useState(false);
  const latest = useRef(handlers);
  latest.current = handlers;
  const shown = useRef(points);
  shown.current = points;

  useEffect(() => {
    let made: MapView | undefined;
    let isGone = false;
    import('./map-view.ts')
      .then(({ MapView: View }) => {
        if (isGone) return;
        made = new View(container.current!, coloursOfPage(), name, {
          onTask: (id) => latest.current.onTask(id),
          onWorker: (id) => latest.current.onWorker(id),
          onRectangle: (ids) => latest.current.onRectangle(ids),
          onDrop: (task, worker) => latest.current.onDrop(task, worker),
          onMoved: async (box) => {
            const places = await placesWithin(box);
            if (!isGone) await made?.setPoints('places', places);
          },
        });
        fitTo(made, shown.current);
        setView(made);
        const { parentElement } = container.current!;
        void made.drawn().then(() => {
          parentElement!.dataset.drawn = '';
        });
      })
      .catch(() => setRefused(true));
    return () => {
      isGone = true;
      made?.remove();
    };
  }, []);

  useEffect(() => void view?.setPoints('workers', points.workers));
  useEffect(() => void view?.setPoints('tasks', points.tasks), [view, points.tasks]);
  useEffect(() => void view?.setPoints('hubs', points.hubs), [view, points.hubs]);
  useEffect(() => void view?.setLine('way', points.way), [view, JSON.stringify(points.way)]);
  useEffect(() => view?.setName(name), [view, name]);
  const fit = () => view && fitTo(view, shown.current);
  useKeys({ fit });
  return { isRefused, fit };
}

/** What is selected, else everything. */
function fitTo(view: MapView, { workers, tasks, hubs }: MapPoints): void {
  const selected = tasks.filter(({ properties }) => properties.selected);
  view.fit(selected.length > 0 ? selected : [...workers, ...tasks, ...hubs]);
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
