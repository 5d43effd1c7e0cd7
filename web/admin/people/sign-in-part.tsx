import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import { LastSeen } from '../shared/last-seen.tsx';
import { words } from '../texts/index.ts';
import type { Person } from './person.ts';
import { peopleWords } from './texts/index.ts';

interface PartProps {
  person: Person;
  isMe: boolean;
  onDone(): void;
}

/** Somebody's sign-in methods and sessions, with the actions that end or reset them. */
export function SignInPart({ person, isMe, onDone }: PartProps) {
  const { id, name, email, usedAt } = person;
  const [isEnding, setEnding] = useState(false);
  const reset = useAction(async () => {
    const sent = await request<{ email: string | null }>(`/api/admin/people/${id}/reset-link`, { method: 'POST' });
    showToast(peopleWords.resetSent({ email: sent.email ?? name }));
  });
  return (
    <FramePart title={peopleWords.signIn}>
      <Facts
        of={[
          [
            words.email,
            email && (
              <>
                <bdi>{email}</bdi>{' '}
                <Badge kind={person.emailVerified ? 'good' : 'plain'} {...(person.emailVerified && { icon: 'check' })}>
                  {person.emailVerified ? peopleWords.verified : peopleWords.unverified}
                </Badge>
              </>
            ),
          ],
          [words.phone, person.phone && <bdi>{person.phone}</bdi>],
          [peopleWords.password, !person.hasPassword && peopleWords.noPassword],
          [peopleWords.secondFactor, person.secondFactor ? words.yes : words.no],
          [peopleWords.sessions, peopleWords.browsers({ count: person.sessions })],
          [peopleWords.lastUsed, (isMe || usedAt) && <LastSeen key="used" at={usedAt} isHere={isMe} />],
        ]}
      />
      {reset.failure && <Failure {...reset.failure} />}
      <div class="admin-actions">
        {(email || person.chat) && (
          <Button icon="send" busy={reset.busy} onClick={() => void reset.run()}>
            {peopleWords.sendReset}
          </Button>
        )}
        {person.sessions > (isMe ? 1 : 0) && (
          <Button icon="log-out" onClick={() => setEnding(true)}>
            {isMe ? peopleWords.endOthers : peopleWords.endSessions}
          </Button>
        )}
      </div>
      {isEnding && (
        <FormDialog
          title={isMe ? peopleWords.endOthers : peopleWords.endTitle({ name })}
          submit={isMe ? peopleWords.endOthers : peopleWords.endSessions}
          isDanger
          send={async () => {
            await request(`/api/admin/people/${id}/sessions`, { method: 'DELETE' });
            setEnding(false);
            showToast(peopleWords.ended({ name }));
            onDone();
          }}
          onClose={() => setEnding(false)}
        >
          <p>{peopleWords.endText}</p>
        </FormDialog>
      )}
    </FramePart>
  );
}
