import { useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Menu, type MenuItem } from '../../shared/ui/menu.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { TableSource } from '../../store/dispatch/select/table.ts';
import { AssignPalette } from '../assign/assign-palette.tsx';
import { SuggestDialog } from '../assign/suggest-dialog.tsx';
import '../board/selection-bar.css';
import { floor } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { unassignTasks, whyNot } from '../data/moves.ts';
import { refreshOrganization } from '../data/organization.ts';
import { words as shell } from '../texts/index.ts';
import { BulkDialog } from './bulk/bulk-dialog.tsx';
import type { BulkKind } from './bulk/bulk-requests.ts';
import type { TableColumn } from './columns.tsx';
import { pick, pickedTasks } from './picked.ts';
import { tableWords } from './texts/index.ts';
import { useDownload } from './use-download.ts';

/** Actions for the selected rows. */
export function TaskBar({ columns, source }: { columns: readonly TableColumn[]; source: TableSource }) {
  const [open, setOpen] = useState<'assign' | 'suggest' | BulkKind>();
  const download = useDownload();
  const tasks = pickedTasks(floor.value.state.tasks);
  const waiting = tasks.filter(({ state }) => state <= 1).map(({ id }) => id);
  /** Does something with those that can still be given to somebody, and says how many others stay. */
  const withWaiting = (run: () => void) => {
    if (waiting.length < tasks.length) showToast(tableWords.bulk.stayed({ count: tasks.length - waiting.length }));
    if (waiting.length > 0) run();
  };
  const edit = () => {
    refreshOrganization();
    setOpen('edit');
  };
  const unassign = () => withWaiting(() => unassignTasks(waiting));
  useKeys({
    ...(tasks.length > 0 && { close: () => pick([]) }),
    ...(mayWrite.value && tasks.length > 0 && { assign: () => withWaiting(() => setOpen('assign')), unassign }),
  });
  // A dialog stays open with what it was opened for, also when that is selected no more.
  const close = () => setOpen(undefined);
  if (tasks.length === 0 && open === undefined) return null;
  const isBulk = open !== undefined && open !== 'assign' && open !== 'suggest';
  return (
    <>
      {tasks.length > 0 && (
        <div class="selection-bar" role="toolbar" aria-label={shell.selection.label}>
          <strong aria-live="polite">{shell.selection.count({ count: tasks.length })}</strong>
          {mayWrite.value && (
            <>
              <Button kind="primary" icon="user-round-check" onClick={() => withWaiting(() => setOpen('assign'))}>
                {shell.selection.assign}
              </Button>
              <Button onClick={unassign}>{shell.selection.unassign}</Button>
              <Button icon="pencil" onClick={edit}>
                {tableWords.bulk.edit}
              </Button>
            </>
          )}
          <Menu
            label={tableWords.bulk.more}
            items={[
              ...(mayWrite.value ? changes(setOpen) : []),
              { label: tableWords.bulk.csv, icon: 'download', choose: () => void download(tasks, columns, source) },
            ]}
          />
          <Button kind="quiet" icon="x" onClick={() => pick([])}>
            {shell.selection.clear}
          </Button>
        </div>
      )}
      {open === 'assign' && <AssignPalette tasks={waiting} onClose={close} />}
      {open === 'suggest' && <SuggestDialog tasks={waiting} onClose={close} />}
      {isBulk && <BulkDialog kind={open} tasks={tasks} onClose={close} />}
    </>
  );
}

function changes(open: (what: 'suggest' | BulkKind) => void): MenuItem[] {
  const offline = whyNot();
  const item = (
    label: string,
    icon: MenuItem['icon'] & string,
    what: 'suggest' | BulkKind,
    danger = false,
  ): MenuItem => ({
    label,
    icon,
    danger,
    choose: () => open(what),
    ...(offline !== undefined && { unavailable: offline }),
  });
  return [
    item(shell.selection.suggest, 'sparkles', 'suggest'),
    item(tableWords.bulk.complete, 'check', 'complete'),
    item(tableWords.bulk.fail, 'circle-x', 'fail'),
    item(tableWords.bulk.clone, 'copy', 'clone'),
    item(tableWords.bulk.delete, 'trash-2', 'delete', true),
  ];
}
