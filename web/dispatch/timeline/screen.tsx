import { useMemo, useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import '../board/board.css';
import { DragGhost, useDrag } from '../board/drag.tsx';
import { SelectionBar } from '../board/selection-bar.tsx';
import { useRestoredFocus } from '../board/use-restored-focus.ts';
import { useAddress } from '../data/address.ts';
import { useNow } from '../data/clock.ts';
import { asOf } from '../data/connection.ts';
import { mayWrite } from '../data/me.ts';
import { select } from '../data/selection.ts';
import { useSpeeds } from '../data/travel.ts';
import { useSelectionKeys } from '../data/use-selection-keys.ts';
import { axisOf } from './axis.ts';
import { placeAt } from './place-at.ts';
import { Rows } from './row-list.tsx';
import { useRows } from './rows.ts';
import './timeline.css';
import { TimelineTools } from './tools.tsx';
import { Tray } from './tray.tsx';
import { useScroll } from './use-scroll.ts';
import { useTimelineKeys } from './use-timeline-keys.ts';

/** So often the days are reckoned again: they run on, and workers with them. */
const TICK_MS = 15_000;

/** Timeline with a row for each worker. */
export function TimelineScreen() {
  useSpeeds();
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [address, change] = useAddress();
  const [isAssigning, setAssigning] = useState(false);
  const ticking = useNow(TICK_MS);
  const now = asOf.value?.getTime() ?? ticking;
  const { rows, waiting } = useRows(now);
  const latest = useMemo(() => Math.max(now, ...rows.map(({ day }) => day.finish ?? 0)), [rows, now]);
  const axis = axisOf(now, latest, address.zoom);
  const { scrollTo, zoomTo } = useScroll(scroller, axis, now, (scale) => change({ zoom: String(scale) }));
  const writes = mayWrite.value;
  const drag = useDrag(root, writes, { scroller, placeAt });
  const focused = useRestoredFocus(root);
  const [current, setCurrent] = useState<string>();
  useKeys({ selectAll: () => select(rows.flatMap(({ day }) => day.stops.map(({ task }) => task.id))) });
  useSelectionKeys(() => setAssigning(true));
  const onKeyDown = useTimelineKeys(root, rows, setCurrent);
  return (
    <div class="timeline-screen">
      <TimelineTools rows={rows} axis={axis} onNow={() => scrollTo(now)} onZoom={zoomTo} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and drags of the lists within are dealt with once */}
      <div
        ref={root}
        class={asOf.value ? 'timeline stale' : 'timeline'}
        {...drag}
        {...focused}
        onFocusIn={(event) => {
          focused.onFocusIn(event);
          setCurrent((event.target as HTMLElement).dataset.task);
        }}
        onKeyDown={onKeyDown}
      >
        <Tray waiting={waiting} now={now} />
        <Rows scroller={scroller} rows={rows} axis={axis} now={now} current={current} />
      </div>
      <SelectionBar isAssigning={isAssigning} onAssigning={setAssigning} />
      <DragGhost />
    </div>
  );
}
