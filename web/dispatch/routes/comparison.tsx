import { distance } from '../../shared/texts/distance.ts';
import { duration } from '../texts/units.ts';
import type { Run } from './runs.ts';
import { routeWords } from './texts/index.ts';

interface Line {
  name: string;
  before: number | undefined;
  after: number;
  text(value: number): string;
}

/** Effect of a plan on everybody's day together. */
export function Comparison({ run: { plan, unassignedTasks } }: { run: Run }) {
  const words = routeWords.compare;
  if (!plan) return null;
  const { sums } = plan;
  const lines: Line[] = [
    { name: words.time, before: plan.unplannedTravelTime, after: plan.travelTime, text: duration },
    ...(sums
      ? [
          { name: words.distance, before: sums.unplannedDistance, after: sums.distance, text: distance },
          { name: words.late, before: sums.unplannedLateTasks, after: sums.lateTasks, text: String },
        ]
      : []),
    { name: words.left, before: undefined, after: unassignedTasks.length, text: String },
  ];
  return (
    <div class="route-part">
      <h3 id="route-compare">{words.title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1) */}
      <section class="route-scroll" tabIndex={0} aria-labelledby="route-compare">
        <table class="route-table">
          <thead>
            <tr>
              <th scope="col">{words.what}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
              <th scope="col">{words.difference}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, before, after, text }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{before === undefined ? '–' : text(before)}</td>
                <td>{text(after)}</td>
                <td>{before === undefined ? '–' : differenceText(after - before, text)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="hint">{words.beforeHint}</p>
    </div>
  );
}

function differenceText(difference: number, text: (value: number) => string): string {
  if (text(Math.abs(difference)) === text(0)) return routeWords.compare.same;
  return `${difference < 0 ? '−' : '+'}${text(Math.abs(difference))}`;
}
