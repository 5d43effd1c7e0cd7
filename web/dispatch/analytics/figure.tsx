import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { BYTE_ORDER_MARK, csvBlob, csvLines, download } from '../shared/csv.ts';
import { Chart } from './chart.tsx';
import type { Series } from './series.ts';
import { analyticsWords as words } from './texts/index.ts';

interface Table {
  /** Headings of the columns; the first column names the rows. */
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

interface FigureProps extends Table {
  title: string;
  hint?: string;
  /** Display format of a column's numbers; the file has them unformatted. */
  format?: (value: number, column: number) => string;
  children?: ComponentChildren;
}

/** A part of the page with numbers: its heading, its file, and what shows them. */
function Figure({ title, hint, head, rows, children }: FigureProps) {
  const id = useId();
  return (
    <section class="figure" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button
          kind="quiet"
          aria-label={words.download({ title })}
          onClick={async () => download(`${title}.csv`, csvBlob([BYTE_ORDER_MARK, await csvLines([head, ...rows])]))}
        >
          {words.csv}
        </Button>
      </header>
      {hint && <p class="hint">{hint}</p>}
      {children}
    </section>
  );
}

interface ChartFigureProps extends FigureProps {
  labels: readonly string[];
  series: readonly Series[];
  isShare?: boolean;
}

/** A chart with its numbers below, folded. */
export function ChartFigure({ labels, series, isShare = false, ...figure }: ChartFigureProps) {
  const parts = series.map(({ label }) => label).join(', ');
  return (
    <Figure {...figure}>
      {series.length > 1 && (
        <ul class="legend" aria-hidden="true">
          {series.map(({ label, color }) => (
            <li key={label} class={color}>
              {label}
            </li>
          ))}
        </ul>
      )}
      <Chart
        summary={words.summary({ title: figure.title, parts })}
        labels={labels}
        series={series}
        isShare={isShare}
      />
      <details>
        <summary>{words.table}</summary>
        <Numbers {...figure} />
      </details>
    </Figure>
  );
}

/** Rows with a bar each: the table is the chart. */
export function BarFigure({ amountOf, ...figure }: FigureProps & { amountOf: (row: Table['rows'][number]) => number }) {
  const most = Math.max(1, ...figure.rows.map(amountOf));
  return (
    <Figure {...figure}>
      <Numbers {...figure} barOf={(row) => amountOf(row) / most} />
    </Figure>
  );
}

function Numbers({
  title,
  head,
  rows,
  format = (value) => String(value),
  barOf,
}: FigureProps & { barOf?: (row: Table['rows'][number]) => number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1)
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of fields
    <div class="numbers" role="group" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={`${at} ${row[0]}`}>
              {row.map((value, column) =>
                column === 0 ? (
                  <th key={head[column]} scope="row" dir="auto">
                    {value}
                    {barOf && <Bar share={barOf(row)} />}
                  </th>
                ) : (
                  <td key={head[column]}>{typeof value === 'number' ? format(value, column) : value}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg class="number-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(share * 100, share > 0 ? 1 : 0)} height="4" />
    </svg>
  );
}
