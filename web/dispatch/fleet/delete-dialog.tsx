import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { useAction } from '../data/use-action.ts';
import { fleetWords as words } from './texts/index.ts';

interface DeleteDialogProps {
  name: string;
  /** Path in the API. */
  path: string;
  /** Consequences of the deletion. */
  text: string;
  onDeleted(): void;
  onClose(): void;
}

/** Asks before something goes for good. */
export function DeleteDialog({ name, path, text, onDeleted, onClose }: DeleteDialogProps) {
  const { busy, failure, run } = useAction(async () => {
    await request(path, { method: 'DELETE' });
    showToast(words.deleted({ name }));
    onDeleted();
  });
  return (
    <Dialog title={words.deleteTitle({ name })} onClose={onClose}>
      <p>{text}</p>
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="danger" busy={busy} onClick={() => void run()}>
          {words.delete}
        </Button>
      </div>
    </Dialog>
  );
}
