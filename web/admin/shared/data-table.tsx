import type { ComponentChildren } from 'preact';
import './data-table.css';

interface Column<T> {
  name: string;
  /** What stands in it; the first column names the row. */
  show(row: T): ComponentChildren;
  /** Of buttons: its name is heard and not seen. */
  isUnnamed?: boolean;
}

interface DataTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  idOf(row: T): string;
}

/** Rows of the same things; on a phone each is a card. */
export function DataTable<T>({ label, columns, rows, idOf }: DataTableProps<T>) {
  return (
    <table class="admin-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, isUnnamed }) => (
            <th key={name} scope="col">
              <span class={isUnnamed ? 'unseen' : undefined}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)}>
            {columns.map(({ name, show, isUnnamed }, index) =>
              index === 0 ? (
                <th key={name} scope="row">
                  {show(row)}
                </th>
              ) : (
                <td key={name} class={isUnnamed ? 'admin-row-tools' : undefined}>
                  {show(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
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
