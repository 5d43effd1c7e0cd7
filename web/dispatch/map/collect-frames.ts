import type { Map as GlMap } from 'maplibre-gl';

/**
 * Makes a map draw what arrives within a while in one frame, unless somebody moves it. A change of a source comes from the
 * library's worker tile by tile, and the library draws the whole map for each: three frames for one, measured with 10,000
 * workers.
 * @returns begins to collect for so many milliseconds
 */
export function collectFrames(map: GlMap, end: AbortSignal): (ms: number) => void {
  const repaint = map.triggerRepaint.bind(map);
  let until = 0;
  let timer: number | undefined;
  map.triggerRepaint = () => {
    const rest = until - performance.now();
    if (rest <= 0 || map.isMoving()) repaint();
    else
      timer ??= window.setTimeout(() => {
        timer = undefined;
        repaint();
      }, rest);
  };
  end.addEventListener('abort', () => clearTimeout(timer));
  return (ms) => {
    until = performance.now() + ms;
  };
}
