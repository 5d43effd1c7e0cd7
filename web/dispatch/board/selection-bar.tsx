import { useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { AssignPalette } from '../assign/assign-palette.tsx';
import { SuggestDialog } from '../assign/suggest-dialog.tsx';
import { mayWrite } from '../data/me.ts';
import { unassignTasks } from '../data/moves.ts';
import { select, selection } from '../data/selection.ts';
import { words } from '../texts/index.ts';
import { inShownOrder } from './drag.tsx';
import './selection-bar.css';

/** Actions for the selection; the alternative to dragging for touch and keyboard. */
export function SelectionBar({
  isAssigning,
  onAssigning,
}: {
  isAssigning: boolean;
  onAssigning: (isAssigning: boolean) => void;
}) {
  const [isSuggesting, setSuggesting] = useState(false);
  const ids = inShownOrder(selection.value);
  if (ids.length === 0) return null;
  return (
    <div class="selection-bar" role="toolbar" aria-label={words.selection.label}>
      <ClearOnEscape />
      <strong aria-live="polite">{words.selection.count({ count: ids.length })}</strong>
      {mayWrite.value && (
        <>
          <Button kind="primary" icon="user-round-check" onClick={() => onAssigning(true)}>
            {words.selection.assign}
          </Button>
          <Button icon="sparkles" onClick={() => setSuggesting(true)}>
            {words.selection.suggest}
          </Button>
          <Button onClick={() => unassignTasks(ids)}>{words.selection.unassign}</Button>
        </>
      )}
      <Button kind="quiet" icon="x" onClick={() => select([])}>
        {words.selection.clear}
      </Button>
      {isAssigning && <AssignPalette tasks={ids} onClose={() => onAssigning(false)} />}
      {isSuggesting && <SuggestDialog tasks={ids} onClose={() => setSuggesting(false)} />}
    </div>
  );
}

function ClearOnEscape() {
  useKeys({ close: () => select([]) });
  return null;
}
