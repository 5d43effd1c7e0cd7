import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { discardTyped, leaving } from '../data/unsaved.ts';
import { words } from '../texts/index.ts';

/** Before what was typed into a form goes with it. */
export function LeaveDialog() {
  if (!leaving.value) return null;
  const keep = () => {
    leaving.value = undefined;
  };
  return (
    <Dialog title={words.form.leaveTitle} onClose={keep}>
      <p>{words.form.leaveText}</p>
      <div class="dialog-actions">
        <Button onClick={keep}>{words.form.keepWriting}</Button>
        <Button kind="danger" onClick={discardTyped}>
          {words.form.discard}
        </Button>
      </div>
    </Dialog>
  );
}
