import { useEffect, useRef } from 'preact/hooks';
import { drawChart } from './lazy-plot.ts';
import type { Series } from './series.ts';

interface ChartProps {
  /** Summary for screen readers; the table beside it has all values. */
  summary: string;
  labels: readonly string[];
  /** Bars stand on each other, in this order. */
  series: readonly Series[];
  /** Shares of one: a line in place of bars. */
  isShare?: boolean;
}

/** Bars or a line over days or hours. The part that draws comes when one is shown. */
export function Chart({ summary, labels, series, isShare = false }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const key = JSON.stringify([labels, series]);
  useEffect(() => drawChart(place.current!, { labels, series, isShare }), [key]);
  return <div ref={place} class="chart" role="img" aria-label={summary} dir="ltr" />;
}
