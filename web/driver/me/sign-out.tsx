import { useState } from 'preact/hooks';
import { Refusal, send } from '../../shared/session/request.ts';
import { sessionEnded } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { accountHere } from '../data/account.ts';
import { unsent } from '../data/actions.ts';
import { clearingOf } from '../data/clear.ts';
import { words } from '../texts/index.ts';

/** Signing out leaves nothing here, but with unsent work: that takes two confirmations, for nobody else can send it. */
export function SignOut() {
  const [asked, setAsked] = useState(0);
  const [busy, setBusy] = useState(false);
  const count = unsent.value?.count ?? 0;
  const leave = async () => {
    setBusy(true);
    const account = accountHere();
    const clear = account && clearingOf(account);
    const isOut = async () => {
      sessionEnded();
      await clear?.();
    };
    try {
      await send('/api/session', { method: 'DELETE' });
      await isOut();
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) await isOut();
      else showToast(words.me.signOutOffline);
    } finally {
      setBusy(false);
      setAsked(0);
    }
  };
  return (
    <>
      <Button icon="log-out" busy={busy} onClick={() => (count > 0 ? setAsked(1) : void leave())}>
        {words.me.signOut}
      </Button>
      {asked > 0 && (
        <Dialog title={words.me.signOutTitle} onClose={() => setAsked(0)}>
          <p>{asked === 1 ? words.me.signOutText({ count }) : words.me.signOutAgain}</p>
          <div class="dialog-actions">
            <Button kind="primary" onClick={() => setAsked(0)}>
              {words.me.stay}
            </Button>
            {asked === 1 ? (
              <Button key="first" onClick={() => setAsked(2)}>
                {words.me.signOutYes}
              </Button>
            ) : (
              <Button key="second" kind="danger" busy={busy} onClick={() => void leave()}>
                {words.me.signOutReally}
              </Button>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}
