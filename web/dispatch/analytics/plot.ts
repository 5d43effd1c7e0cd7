import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { locale } from '../../shared/texts/index.ts';
import type { Drawn } from './series.ts';

const HEIGHT = 200;
/** Between bars, as a share of their place. */
const BAR: [number, number] = [0.7, 48];
/** Steps between labels. */
const STEPS = [1, 2, 3, 4, 6, 7, 8, 12, 14];

const counts = new Intl.NumberFormat(locale);
const shares = new Intl.NumberFormat(locale, { style: 'percent' });

/** Draws into a place of the page. @returns what takes it away */
export function plot(place: HTMLElement, { labels, series, isShare }: Drawn): () => void {
  const colorOf = (token: string) => colorIn(place, token);
  const axis = { stroke: colorOf('--quiet'), grid: { stroke: colorOf('--line'), width: 1 }, ticks: { show: false } };
  const bars = uPlot.paths.bars!({ size: BAR });
  const format = isShare ? shares : counts;
  const drawn = new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [-0.6, labels.length - 0.4] },
        y: { range: (_self, _least, most) => [0, isShare ? 1 : Math.max(1, most)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 32,
          incrs: STEPS,
          space: 56,
          values: (_self, at) => at.map((index) => labels[index] ?? ''),
        },
        { ...axis, size: 48, incrs: isShare ? [0.25, 0.5] : null!, values: (_self, at) => at.map((n) => label(n)) },
      ],
      series: [
        {},
        ...series
          .map(({ label: name, color }) => ({
            label: name,
            stroke: colorOf(`--${color}`),
            ...(isShare
              ? { width: 2, spanGaps: true, points: { size: 7, fill: colorOf(`--${color}`) } }
              : {
                  fill: colorOf(`--${color}`),
                  width: 0,
                  paths: bars,
                  points: { show: false },
                }),
          }))
          .toReversed(),
      ],
    },
    [
      labels.map((_label, index) => index),
      ...stacked(
        series.map(({ values }) => values),
        isShare,
      ).toReversed(),
    ],
    place,
  );
  // Parts of a task are no tasks.
  function label(n: number): string {
    return isShare || Number.isInteger(n) ? format.format(n) : '';
  }
  const resized = new ResizeObserver(() => drawn.setSize({ width: place.clientWidth, height: HEIGHT }));
  resized.observe(place);
  return () => {
    resized.disconnect();
    drawn.destroy();
  };
}

/** Bars on each other: each reaches up to the sum with those below it. The highest is drawn first. */
function stacked(all: readonly (readonly (number | null)[])[], isShare: boolean): (number | null)[][] {
  if (isShare) return all.map((values) => [...values]);
  return all.map((values, which) =>
    values.map((_value, at) => all.slice(0, which + 1).reduce((sum, each) => sum + (each[at] ?? 0), 0)),
  );
}

/** A colour of the page as a canvas takes it: the one of the two that holds now. */
function colorIn(place: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
