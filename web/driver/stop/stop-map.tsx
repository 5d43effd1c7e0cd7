import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { taskPlace } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { accountHere } from '../data/account.ts';
import { whereabouts } from '../data/positions.ts';
import { keepMap } from '../data/service-worker.ts';
import { known, tasks } from '../data/tasks.ts';
import { otherStops, StopSketch } from './sketch.tsx';
import { stopWords as words } from './texts/index.ts';

type State = 'sketch' | 'coming' | 'shown' | 'missing' | 'failed';

/**
 * The area of a stop: the sketch, and the streets where this server or the organization's tile server has some, when they are asked for.
 * What was seen of them, and the
 * day's area where data cost nothing, lies on the phone.
 */
export function StopMap({ task }: { task: Task }) {
  const [state, setState] = useState<State>('sketch');
  const place = useRef<HTMLDivElement>(null);
  const map = task.destination.located ? (known.value?.map ?? known.value?.tileServer) : undefined;
  const host = map && 'host' in map ? map.host : undefined;
  const [source, setSource] = useState('');
  const isAsked = state !== 'sketch' && state !== 'failed';
  const others = otherStops(tasks.value, task.id).map(taskPlace);
  const places = { stop: taskPlace(task), others, driver: whereabouts.value?.location ?? null };
  const latest = useRef(places);
  latest.current = places;
  const shown = useRef<{ show(next: typeof places): void; remove(): void } | undefined>(undefined);
  useEffect(() => {
    const account = accountHere();
    if (!isAsked || !map || !account) return undefined;
    let isGone = false;
    const open = async () => {
      const { drawStopMap } = await import('../map/map-view.ts');
      const opened = await drawStopMap(place.current!, {
        ...{ account, map, places: latest.current, label: words.map.label({ others: others.length }) },
        onMissing: () => !isGone && setState('missing'),
        onFound: () => !isGone && setState('shown'),
      });
      if (isGone) return opened.remove();
      shown.current = opened;
      setSource(opened.attribution);
      setState((before) => (before === 'coming' ? 'shown' : before));
      keepMap();
    };
    open().catch(() => !isGone && setState('failed'));
    return () => {
      isGone = true;
      shown.current?.remove();
      shown.current = undefined;
    };
  }, [isAsked, task.id, JSON.stringify(map)]);
  useEffect(() => shown.current?.show(latest.current), [JSON.stringify(places)]);
  return (
    <>
      {!isAsked && <StopSketch task={task} />}
      {map && !isAsked && (
        <Button icon="map" onClick={() => setState('coming')}>
          {words.map.show}
        </Button>
      )}
      {host !== undefined && !isAsked && <p class="stop-map-source">{words.map.from({ host })}</p>}
      {state === 'failed' && <p role="status">{words.map.failed}</p>}
      {map && isAsked && (
        <figure class="stop-map">
          <div ref={place} />
          <figcaption>
            {state === 'missing' && <span role="status">{words.map.missing}</span>}
            <bdi>{source}</bdi>
          </figcaption>
        </figure>
      )}
    </>
  );
}
