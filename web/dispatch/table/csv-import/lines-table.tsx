interface LinesTableProps {
  label: string;
  headings: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** Lines of a file, the number first; it scrolls in itself. */
export function LinesTable({ label, headings, rows }: LinesTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1)
    <section class="table-refused" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, at) => (
                <td key={headings[at]} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
