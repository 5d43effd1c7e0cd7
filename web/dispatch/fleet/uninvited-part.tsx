import { useRef, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetUninvitedWorkersAnswer, InviteWorkersAnswer } from '../../store/wire/dispatch.ts';
import { whyNot } from '../data/moves.ts';
import { useAction } from '../data/use-action.ts';
import { useRequest } from '../data/use-request.ts';
import { fleetWords } from './texts/index.ts';

const PATH = '/api/v2/workers/invitations';
const words = fleetWords.uninvited;

/** Workers who came by an import and whom nobody has invited, with the button that invites them all. */
export function UninvitedPart() {
  const { answer, refresh } = useRequest<GetUninvitedWorkersAnswer>(PATH);
  const [asked, setAsked] = useState<number>();
  const waiting = answer?.waiting ?? 0;
  return (
    <>
      {waiting > 0 && (
        <div class="fleet-uninvited">
          <p>
            <strong>{words.title({ count: waiting })}</strong> <span class="quiet-words">{words.text}</span>
          </p>
          <Button icon="send" disabled={whyNot() !== undefined} onClick={() => setAsked(waiting)}>
            {words.invite({ count: waiting })}
          </Button>
        </div>
      )}
      {asked !== undefined && (
        <InviteDialog
          count={asked}
          onClose={() => {
            setAsked(undefined);
            refresh();
          }}
        />
      )}
    </>
  );
}

/** Asks before many SMS leave, sends some at a time, and says how far it is. */
function InviteDialog({ count, onClose }: { count: number; onClose(): void }) {
  const [done, setDone] = useState(0);
  const isStopped = useRef(false);
  const { busy, failure, run } = useAction(async () => {
    // What an interrupted run has invited is not invited again, so going on is the same request.
    for (let sent = done; !isStopped.current; ) {
      const { invited, waiting } = await request<InviteWorkersAnswer>(PATH, { method: 'POST' });
      sent += invited;
      setDone(sent);
      if (invited > 0 && waiting > 0) continue;
      showToast(words.sent({ count: sent }));
      break;
    }
    onClose();
  });
  const stop = () => {
    isStopped.current = true;
    if (!busy) onClose();
  };
  return (
    <Dialog title={words.ask({ count })} onClose={stop}>
      <p>{words.consequence}</p>
      {(busy || done > 0) && (
        <>
          <p aria-live="polite">{words.progress({ done, count })}</p>
          <progress aria-label={words.ask({ count })} value={done} max={count} />
        </>
      )}
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={stop}>{busy ? words.stop : texts.cancel}</Button>
        <Button kind="primary" busy={busy} onClick={() => void run()}>
          {words.send}
        </Button>
      </div>
    </Dialog>
  );
}
