import type { ComponentChildren } from 'preact';
import './data-table.css';
import { useRowsInView } from './use-rows-in-view.ts';

interface Column<T> {
  name: string;
  /** Content of the cell; the first column names the row. */
  show(row: T): ComponentChildren;
  /** For columns of buttons: the name is only for screen readers. */
  isUnnamed?: boolean;
  /** On a phone, where headings are not seen, its name stands before what says little without it. */
  isNamedOnPhone?: boolean;
}

interface DataTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  idOf(row: T): string;
  /** Total number, if not all are loaded. */
  total?: number | undefined;
}

/** Rows of the same things, of very many those in view; on a phone each is a card. */
export function DataTable<T>({ label, columns, rows, idOf, total = rows.length }: DataTableProps<T>) {
  const { box, isWhole, first, end, above, below } = useRowsInView(rows.map(idOf));
  return (
    <div ref={box} style={{ paddingBlockStart: `${above}px`, paddingBlockEnd: `${below}px` }}>
      <table class={isWhole ? 'admin-table' : 'admin-table long'} aria-label={label} aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, isUnnamed }) => (
              <th key={name} scope="col">
                <span class={isUnnamed ? 'unseen' : undefined}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(first, end).map((row, n) => (
            <tr key={idOf(row)} aria-rowindex={first + n + 2}>
              {columns.map(({ name, show, isUnnamed, isNamedOnPhone }, index) =>
                index === 0 ? (
                  <th key={name} scope="row">
                    {show(row)}
                  </th>
                ) : (
                  <td
                    key={name}
                    class={isUnnamed ? 'admin-row-tools' : undefined}
                    data-name={isNamedOnPhone ? name : undefined}
                  >
                    {show(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A name, and a line below that tells more of it. */
export function NameAndMore({ name, more }: { name: ComponentChildren; more?: ComponentChildren }) {
  return (
    <span class="name-and-more">
      <span dir="auto">{name}</span>
      {more && <small dir="auto">{more}</small>}
    </span>
  );
}
