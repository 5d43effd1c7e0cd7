import type { Map as GlMap } from 'maplibre-gl';

/** The tiles of a change are waited for no longer than this: on a busy machine they take as long. */
const TILES_MS = 500;
/** The second picture of a change waits for the next change, which comes within a second, and no longer than this. */
const AGAIN_MS = 2000;

/**
 * Makes a map draw a change of a source in one picture, unless somebody moves the map. The library's worker sends a change tile
 * by tile, and the library draws the whole map for each, and once more after symbols were placed, which looks the same where
 * nothing fades: five pictures for one change, measured with 10,000 workers.
 * @returns announces a change of a source: the map is drawn when all its tiles have arrived
 */
export function collectFrames(map: GlMap, end: AbortSignal): (source: string) => void {
  const repaint = map.triggerRepaint.bind(map);
  /** Sources whose change is not drawn yet. */
  const changed = new Set<string>();
  let timer: number | undefined;
  let isAsked = false;
  /** Whether the next picture is of a change. */
  let isOfChange = false;
  let isRendering = false;
  const draw = () => {
    isOfChange = changed.size > 0;
    changed.clear();
    clearTimeout(timer);
    repaint();
  };
  const drawIn = (ms: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(draw, ms);
  };
  const drawIfWhole = () => {
    isAsked = false;
    if (changed.size === 0 || end.aborted) return;
    if (map.isMoving() || [...changed].every((source) => map.isSourceLoaded(source))) draw();
  };
  map.triggerRepaint = () => {
    if (changed.size > 0) {
      // Asked at once, between two events of one answer, the library takes the tiles that it had for those that come.
      if (!isAsked) queueMicrotask(drawIfWhole);
      isAsked = true;
    } else if (isRendering) drawIn(AGAIN_MS);
    else draw();
  };
  map.on('render', () => {
    isRendering = isOfChange && !map.isMoving();
    isOfChange = false;
    queueMicrotask(() => {
      isRendering = false;
    });
  });
  map.on('movestart', () => changed.size > 0 && draw());
  end.addEventListener('abort', () => clearTimeout(timer));
  return (source) => {
    if (changed.size === 0) drawIn(TILES_MS);
    changed.add(source);
  };
}
