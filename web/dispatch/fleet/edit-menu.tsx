import { Menu, type MenuItem } from '../../shared/ui/menu.tsx';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { words as consoleWords } from '../texts/index.ts';
import { fleetWords as words } from './texts/index.ts';

interface EditMenuProps {
  onEdit(): void;
  /** Label of the edit action, if it does not open a form. */
  editLabel?: string;
  /** Left out where whoever sits here may not. */
  onDelete?: (() => void) | undefined;
  /** Further actions. */
  more?: readonly MenuItem[];
}

/** Menu of a fleet object; empty for read-only users. */
export function EditMenu({ onEdit, editLabel, onDelete, more = [] }: EditMenuProps) {
  if (!mayWrite.value) return null;
  const offline = whyNot();
  const items: MenuItem[] = [
    { label: editLabel ?? consoleWords.task.edit, icon: 'pencil', choose: onEdit },
    ...more,
    ...(onDelete ? [{ label: words.delete, icon: 'trash-2', danger: true, choose: onDelete } as const] : []),
  ];
  return (
    <Menu
      label={consoleWords.more}
      items={items.map((item) => (offline === undefined ? item : { ...item, unavailable: offline }))}
    />
  );
}
