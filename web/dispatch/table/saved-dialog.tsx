import { useState } from 'preact/hooks';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { useAddress } from '../data/address.ts';
import { keep, type SavedFilter, savedTable } from './saved-table.ts';
import { filterParts } from './table-address.ts';
import { tableWords } from './texts/index.ts';

const MAX_NAME = 60;

/** Filters with names, each with its columns: gone to, saved and deleted. */
export function SavedDialog({ onClose }: { onClose: () => void }) {
  const [address, change] = useAddress();
  const [name, setName] = useState('');
  const { filters, columns } = savedTable.value;
  const save = () => {
    const parts = Object.fromEntries(filterParts.flatMap((part) => (address[part] ? [[part, address[part]]] : [])));
    keep(({ filters: known }) => {
      const others = known.filter((each) => each.name !== name.trim());
      const saved = [...others, { name: name.trim(), parts, columns }];
      return { filters: saved.sort((one, other) => one.name.localeCompare(other.name)) };
    });
    showToast(tableWords.saved.stored({ name: name.trim() }));
    onClose();
  };
  const goTo = (saved: SavedFilter) => {
    change(Object.fromEntries(filterParts.map((part) => [part, saved.parts[part]])));
    keep(() => ({ columns: saved.columns }));
    onClose();
  };
  return (
    <Dialog title={tableWords.saved.title} onClose={onClose}>
      {filters.length === 0 ? (
        <p class="quiet-words">{tableWords.saved.none}</p>
      ) : (
        <ul class="table-saved">
          {filters.map((saved) => (
            <li key={saved.name}>
              <Button kind="quiet" icon="bookmark" onClick={() => goTo(saved)}>
                <span dir="auto">{saved.name}</span>
              </Button>
              <IconButton
                icon="trash-2"
                label={tableWords.saved.remove({ name: saved.name })}
                onClick={() => keep((now) => ({ filters: now.filters.filter((each) => each.name !== saved.name) }))}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) save();
        }}
      >
        <Field label={tableWords.saved.name}>
          <input dir="auto" maxLength={MAX_NAME} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </Field>
        <div class="dialog-actions">
          <Button kind="primary" type="submit" disabled={name.trim() === ''}>
            {tableWords.saved.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
