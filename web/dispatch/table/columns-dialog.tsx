import { useEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { type TableColumn, usualColumns } from './columns.tsx';
import { keep, savedTable } from './saved-table.ts';
import { tableWords } from './texts/index.ts';

/** Dialog for the table's columns and their order; changes show at once. */
export function ColumnsDialog({ all, onClose }: { all: readonly TableColumn[]; onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const touched = useRef<string>('');
  const chosen = savedTable.value.columns.filter((id) => all.some((column) => column.id === id));
  const nameOf = (id: string) => all.find((column) => column.id === id)!.name;
  useEffect(() => {
    // What is moved or taken away loses the focus: it stays with the column, wherever that stands now.
    if (document.activeElement !== document.body) return;
    const buttons = [...list.current!.querySelectorAll<HTMLElement>('li')].find(
      ({ dataset }) => dataset.column === touched.current,
    );
    buttons?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  });
  const move = (at: number, step: number) => {
    touched.current = chosen[at]!;
    const next = [...chosen];
    next.splice(at + step, 0, ...next.splice(at, 1));
    keep(() => ({ columns: next }));
  };
  const show = (columns: readonly string[], id: string) => {
    touched.current = id;
    keep(() => ({ columns }));
  };
  return (
    <Dialog title={tableWords.choose.title} onClose={onClose}>
      <div ref={list} class="table-choose">
        <section>
          <h3>{tableWords.choose.shown}</h3>
          <ol>
            {chosen.map((id, at) => (
              <li key={id} data-column={id}>
                <span dir="auto">{nameOf(id)}</span>
                <IconButton
                  icon="arrow-up"
                  label={tableWords.choose.up({ name: nameOf(id) })}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                />
                <IconButton
                  icon="arrow-down"
                  label={tableWords.choose.down({ name: nameOf(id) })}
                  disabled={at === chosen.length - 1}
                  onClick={() => move(at, 1)}
                />
                <IconButton
                  icon="x"
                  label={tableWords.choose.remove({ name: nameOf(id) })}
                  disabled={chosen.length === 1}
                  onClick={() =>
                    show(
                      chosen.filter((each) => each !== id),
                      id,
                    )
                  }
                />
              </li>
            ))}
          </ol>
        </section>
        <section>
          <h3>{tableWords.choose.others}</h3>
          <ul>
            {all
              .filter(({ id }) => !chosen.includes(id))
              .map(({ id, name }) => (
                <li key={id} data-column={id}>
                  <span dir="auto">{name}</span>
                  <IconButton
                    icon="plus"
                    label={tableWords.choose.add({ name })}
                    onClick={() => show([...chosen, id], id)}
                  />
                </li>
              ))}
          </ul>
        </section>
      </div>
      <div class="dialog-actions">
        <Button onClick={() => keep(() => ({ columns: usualColumns }))}>{tableWords.choose.usual}</Button>
        <Button kind="primary" onClick={onClose}>
          {tableWords.choose.done}
        </Button>
      </div>
    </Dialog>
  );
}
