import type { Drawn } from './series.ts';

/** Draws once what draws is there, anew in other colours, and as wide as there is room. @returns what ends it */
export function drawChart(place: HTMLElement, drawn: Drawn): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const draw = async () => {
    const { plot } = await import('./plot.ts');
    if (isOver) return;
    end?.();
    end = plot(place, drawn);
  };
  void draw();
  dark.addEventListener('change', draw);
  return () => {
    isOver = true;
    dark.removeEventListener('change', draw);
    end?.();
  };
}
