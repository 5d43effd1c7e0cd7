import { useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { TableSource } from '../../store/dispatch/select/table.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { useAddress } from '../data/address.ts';
import { mayWrite } from '../data/me.ts';
import { refreshOrganization } from '../data/organization.ts';
import { SwitchButton } from '../shared/switch-button.tsx';
import { words as shell } from '../texts/index.ts';
import type { TableColumn } from './columns.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { isPicked } from './picked.ts';
import { SavedDialog } from './saved-dialog.tsx';
import { tableWords } from './texts/index.ts';
import { useDownload } from './use-download.ts';

interface TableToolsProps {
  all: readonly TableColumn[];
  columns: readonly TableColumn[];
  tasks: readonly Task[];
  source: TableSource;
  onImport(): void;
}

/** Tools of the table: filters, columns, import and export. */
export function TableTools({ all, columns, tasks, source, onImport: onBringIn }: TableToolsProps) {
  const [open, setOpen] = useState<'filter' | 'columns' | 'saved'>();
  const [{ q, late }, change] = useAddress();
  const field = useRef<HTMLInputElement>(null);
  const download = useDownload();
  useKeys({ search: () => field.current!.focus() });
  const close = () => setOpen(undefined);
  const show = (what: typeof open) => {
    setOpen(what);
    refreshOrganization();
  };
  return (
    <search class="table-tools">
      <h1 class="unseen">{tableWords.title}</h1>
      <input
        ref={field}
        class="input"
        type="search"
        aria-label={tableWords.filter.text}
        placeholder={tableWords.filter.text}
        value={q ?? ''}
        onInput={(event) => change({ q: event.currentTarget.value })}
      />
      <Button icon="list-filter" onClick={() => show('filter')}>
        {tableWords.filter.button}
      </Button>
      <SwitchButton icon="clock" isOn={late !== undefined} onChange={(on) => change({ late: on ? '1' : undefined })}>
        {shell.filter.late}
      </SwitchButton>
      <Button icon="bookmark" onClick={() => show('saved')}>
        {tableWords.saved.button}
      </Button>
      <Button icon="columns-3" onClick={() => show('columns')}>
        {tableWords.choose.button}
      </Button>
      <Button icon="download" onClick={() => void download(tasks, columns, source)}>
        {tableWords.csv.out}
      </Button>
      {mayWrite.value && (
        <Button icon="upload" onClick={onBringIn}>
          {tableWords.csv.in}
        </Button>
      )}
      <p class="table-numbers" aria-live="polite">
        {tableWords.count({ shown: tasks.length, selected: tasks.filter(isPicked).length })}
      </p>
      <FilterChips />
      {open === 'filter' && <FilterDialog onClose={close} />}
      {open === 'columns' && <ColumnsDialog all={all} onClose={close} />}
      {open === 'saved' && <SavedDialog onClose={close} />}
    </search>
  );
}
