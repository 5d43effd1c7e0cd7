import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { unsentCount } from '../data/outbox.ts';
import { isLeaveAsked, leave } from '../leave/sign-out.ts';
import { partsWords as words } from '../parts/texts/index.ts';

/** The question before what is unsent is lost. */
export function SignOutDialog() {
  const [busy, setBusy] = useState(false);
  const close = () => {
    isLeaveAsked.value = false;
  };
  const go = async () => {
    setBusy(true);
    await leave();
    setBusy(false);
    close();
  };
  return (
    <Dialog title={words.signOut.title} onClose={close}>
      <p>{words.signOut.text({ count: unsentCount() })}</p>
      <div class="dialog-actions">
        <Button kind="primary" onClick={close}>
          {words.signOut.stay}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => void go()}>
          {words.signOut.leave}
        </Button>
      </div>
    </Dialog>
  );
}
