import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import type { Invitable } from './imports.ts';
import { importsWords } from './texts/index.ts';

/** People of one click, and of one request of it: each is a mail. */
const BATCH = 200;
const AT_ONCE = 25;

/** Answer of a request that invites some. */
interface InvitedAnswer extends Invitable {
  invited: number;
}

/** Imported people who wait, and the way to invite the next of them. */
export function ImportedPeople({
  invitable: { waiting, withoutAddress },
  onDone,
}: {
  invitable: Invitable;
  onDone(): void;
}) {
  const [isAsking, setAsking] = useState(false);
  const rest = useRef<HTMLParagraphElement>(null);
  const before = useRef(waiting);
  // The button had the focus, and goes with the last of them: what is left to do is read next.
  useEffect(() => {
    if (before.current > 0 && waiting === 0 && document.activeElement === document.body) rest.current?.focus();
    before.current = waiting;
  }, [waiting]);
  if (waiting + withoutAddress === 0) return null;
  const count = Math.min(waiting, BATCH);
  return (
    <FramePart title={importsWords.people}>
      {waiting > 0 && <p>{importsWords.waiting({ count: waiting })}</p>}
      {withoutAddress > 0 && (
        <p ref={rest} class="quiet-words" tabIndex={-1}>
          {importsWords.withoutAddress({ count: withoutAddress })}
        </p>
      )}
      {waiting > 0 && (
        <span class="admin-actions">
          <Button kind="primary" icon="mail" onClick={() => setAsking(true)}>
            {importsWords.invite({ count })}
          </Button>
        </span>
      )}
      {isAsking && <InviteDialog count={count} onDone={onDone} onClose={() => setAsking(false)} />}
    </FramePart>
  );
}

function InviteDialog({ count, onDone, onClose }: { count: number; onDone(): void; onClose(): void }) {
  // The count of the click: the screen behind counts those who are left.
  const [asked] = useState(count);
  const [done, setDone] = useState(0);
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      // Whoever cancels invites nobody after those who are asked for already.
      isOpen.current = false;
    },
    [],
  );
  const invite = async () => {
    let sum = done;
    try {
      while (isOpen.current && sum < asked) {
        const answer = await inviteSome(Math.min(AT_ONCE, asked - sum));
        sum += answer.invited;
        setDone(sum);
        if (answer.invited === 0 || answer.waiting === 0) break;
      }
    } finally {
      onDone();
    }
    showToast(importsWords.invited({ count: sum }));
    if (isOpen.current) onClose();
  };
  return (
    <FormDialog
      title={importsWords.inviteTitle}
      submit={importsWords.invite({ count: asked - done })}
      send={invite}
      onClose={onClose}
    >
      <p>{importsWords.inviteText}</p>
      <p role="status" class={done === 0 ? 'unseen' : undefined}>
        {done > 0 && importsWords.invited({ count: done })}
      </p>
    </FormDialog>
  );
}

const inviteSome = (batch: number) =>
  request<InvitedAnswer>('/api/admin/imports/invitations', { method: 'POST', body: { batch } });
