import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { words } from '../texts/index.ts';
import { FormDialog } from './form-dialog.tsx';
import './selection.css';

/** Action on all that is selected. */
export interface BulkAction<T> {
  /** On the button, and on the one that confirms it. */
  label: string;
  icon: IconName;
  /** Selected rows to which it applies; without any it is not offered. */
  rows: readonly T[];
  title(count: number): string;
  text: string;
  /** It can be done again, or taken back. */
  isHarmless?: boolean;
  /** The request of one row, so that the server's rules are the same. */
  run(row: T): Promise<unknown>;
  done(count: number): string;
}

interface BarProps<T> {
  label: string;
  count: string;
  actions: readonly BulkAction<T>[];
  idOf(row: T): string;
  /** Sentence on those that were refused, with the reason of the first. */
  refused(values: { count: number; reason: string }): string;
  /** All that can be selected, if that is more. */
  all?: readonly string[];
  onSelect(ids: ReadonlySet<string>): void;
  onDone(): void;
}

/** Actions on the selected rows. Whoever was refused stays selected, and the first reason is shown. */
export function BulkBar<T>(props: BarProps<T>) {
  const { label, count, actions, idOf, refused, all, onSelect, onDone } = props;
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  const each = async ({ rows, run, done }: BulkAction<T>) => {
    const left = new Set<string>();
    let reason = '';
    for (const row of rows)
      await run(row).catch((error: Error) => {
        reason ||= error.message;
        left.add(idOf(row));
      });
    if (left.size < rows.length) showToast(done(rows.length - left.size));
    if (left.size > 0) showToast(refused({ count: left.size, reason }), undefined, 'refused');
    close();
    onSelect(left);
    onDone();
  };
  const offered = actions.filter(({ rows }) => rows.length > 0);
  const shown = offered.find((action) => action.label === open);
  return (
    <div class="admin-selection" role="toolbar" aria-label={label}>
      <p role="status">{count}</p>
      {all && (
        <Button icon="check-check" onClick={() => onSelect(new Set(all))}>
          {words.selection.all({ count: all.length })}
        </Button>
      )}
      {offered.map((action) => (
        <Button key={action.label} icon={action.icon} onClick={() => setOpen(action.label)}>
          {action.label}
        </Button>
      ))}
      <IconButton icon="x" label={words.selection.clear} onClick={() => onSelect(new Set())} />
      {shown && (
        <FormDialog
          title={shown.title(shown.rows.length)}
          submit={shown.label}
          isDanger={!shown.isHarmless}
          send={() => each(shown)}
          onClose={close}
        >
          <p>{shown.text}</p>
        </FormDialog>
      )}
    </div>
  );
}

interface SelectableProps {
  /** Name of the row for screen readers. */
  name: string;
  id: string;
  selected: ReadonlySet<string>;
  disabled?: boolean;
  onSelect(ids: ReadonlySet<string>): void;
  children: ComponentChildren;
}

/** The name of a row that can be selected. */
export function Selectable({ name, id, selected, disabled = false, onSelect, children }: SelectableProps) {
  return (
    <span class="admin-selectable">
      <input
        type="checkbox"
        aria-label={words.selection.select({ name })}
        checked={selected.has(id)}
        disabled={disabled}
        onChange={() => onSelect(toggled(selected, id))}
      />
      {children}
    </span>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The selection of a list. What is in the list no more is not acted on. */
export function useSelected<T>(rows: readonly T[] | undefined, idOf: (row: T) => string) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return { selected, setSelected, chosen: (rows ?? []).filter((row) => selected.has(idOf(row))) };
}
