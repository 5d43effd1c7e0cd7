import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { signOut } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { unsentCount } from '../data/outbox.ts';
import { endVisit } from '../data/visit.ts';
import { words } from '../texts/index.ts';

const isAsked = signal(false);

/** Signs out, and takes everything of this person from the browser; asks first when something is not sent. */
export async function leaveChat(): Promise<void> {
  if (unsentCount() > 0) isAsked.value = true;
  else await leave();
}

async function leave(): Promise<void> {
  try {
    await signOut(endVisit);
  } catch {
    showToast(words.signOut.offline, undefined, 'refused');
  }
}

/** The question before what is unsent is lost. */
export function SignOutDialog() {
  const [busy, setBusy] = useState(false);
  if (!isAsked.value) return null;
  const close = () => {
    isAsked.value = false;
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
