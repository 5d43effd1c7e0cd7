import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Axis, pxOf, timeOfPx } from './axis.ts';

const HOUR_MS = 3_600_000;

/** Scroll position of the timeline: at first shortly before now; when the scale changes, the middle stays. */
export function useScroll(
  scroller: { current: HTMLElement | null },
  axis: Axis,
  now: number,
  onScale: (scale: number) => void,
) {
  const middle = useRef<number | undefined>(undefined);
  const signOf = (element: HTMLElement) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);
  const scrollTo = (time: number) => {
    const element = scroller.current!;
    element.scrollLeft = signOf(element) * pxOf(axis, time - HOUR_MS / 2);
  };
  useLayoutEffect(() => scrollTo(now), []);
  useLayoutEffect(() => {
    const element = scroller.current!;
    if (middle.current === undefined) return;
    element.scrollLeft = signOf(element) * (pxOf(axis, middle.current) - trackPx(element) / 2);
    middle.current = undefined;
  }, [axis.scale]);
  return {
    scrollTo,
    zoomTo: (scale: number) => {
      const element = scroller.current!;
      middle.current = timeOfPx(axis, Math.abs(element.scrollLeft) + trackPx(element) / 2);
      onScale(scale);
    },
  };
}

/** Returns the visible width of the time axis, without the names. */
function trackPx(scroller: HTMLElement): number {
  return scroller.clientWidth - scroller.querySelector<HTMLElement>('.timeline-corner')!.offsetWidth;
}
