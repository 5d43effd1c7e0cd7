import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { conflictOf } from '../data/conflict.ts';
import { words } from '../texts/index.ts';

type Conflict = NonNullable<ReturnType<typeof conflictOf>>;

/** Somebody has changed it while a form was open: who and when, and the choice to save all the same. */
export function ConflictNote({ who, time, onSave }: Conflict & { onSave: () => void }) {
  return (
    <div class="failure" role="alert">
      <Icon name="triangle-alert" />
      <div>
        <strong>{words.form.conflict({ who, time })}</strong>
        <p>{words.form.conflictText}</p>
      </div>
      <Button onClick={onSave}>{words.form.saveAnyway}</Button>
    </div>
  );
}
