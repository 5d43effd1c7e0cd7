import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
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
  if (waiting + withoutAddress === 0) return null;
  const count = Math.min(waiting, BATCH);
  return (
    <section aria-label={importsWords.people}>
      {waiting > 0 && <p>{importsWords.waiting({ count: waiting })}</p>}
      {withoutAddress > 0 && <p class="quiet-words">{importsWords.withoutAddress({ count: withoutAddress })}</p>}
      {waiting > 0 && (
        <Button kind="primary" icon="mail" onClick={() => setAsking(true)}>
          {importsWords.invite({ count })}
        </Button>
      )}
      {isAsking && <InviteDialog count={count} onDone={onDone} onClose={() => setAsking(false)} />}
    </section>
  );
}

function InviteDialog({ count, onDone, onClose }: { count: number; onDone(): void; onClose(): void }) {
  const [done, setDone] = useState(0);
  return (
    <FormDialog
      title={importsWords.inviteTitle}
      submit={importsWords.invite({ count: count - done })}
      send={async () => {
        const invited = await inviteSome(count - done, (some) => setDone((before) => before + some)).finally(onDone);
        showToast(importsWords.invited({ count: done + invited }));
        onClose();
      }}
      onClose={onClose}
    >
      <p>{importsWords.inviteText}</p>
      {done > 0 && <p role="status">{importsWords.invited({ count: done })}</p>}
    </FormDialog>
  );
}

/** Invites some people at a time, until so many are invited or nobody waits. */
async function inviteSome(count: number, onInvited: (some: number) => void): Promise<number> {
  let sum = 0;
  while (sum < count) {
    const body = { batch: Math.min(AT_ONCE, count - sum) };
    const { invited, waiting } = await request<InvitedAnswer>('/api/admin/imports/invitations', {
      method: 'POST',
      body,
    });
    sum += invited;
    onInvited(invited);
    if (invited === 0 || waiting === 0) break;
  }
  return sum;
}
