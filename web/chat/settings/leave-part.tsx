import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { session } from '../data/me.ts';
import { endVisit } from '../leave/end-visit.ts';
import { settingsWords as words } from './texts/index.ts';

/** Leaves the organization: the account is deactivated, what was written stays. */
export function LeavePart() {
  const [isAsked, setAsked] = useState(false);
  const { busy, failure, run, forget } = useAction(async () => {
    await request('/api/v1/users/me', { method: 'DELETE' });
    // Nobody is signed in any more, or has no chat: nothing of theirs stays in this browser.
    await endVisit();
    location.assign('/');
  });
  const organization = session.value!.organization.name;
  const close = () => {
    setAsked(false);
    forget();
  };
  return (
    <>
      <p>
        <Button kind="danger" icon="log-out" onClick={() => setAsked(true)}>
          {words.leave.action}
        </Button>
      </p>
      {isAsked && (
        <Dialog title={words.leave.title({ organization })} onClose={close}>
          <p>{words.leave.question}</p>
          {failure && <Failure {...failure} />}
          <div class="dialog-actions">
            <Button onClick={close}>{texts.cancel}</Button>
            <Button kind="danger" busy={busy} onClick={() => void run()}>
              {words.leave.action}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
