import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { session } from '../data/me.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import type { Person } from './person.ts';
import { DeliveryBadges } from './person-badges.tsx';
import { peopleWords } from './texts/index.ts';

/** Somebody's roles in deliveries: dispatcher, worker, both or neither. */
export function DeliveriesPart({ person, onDone }: { person: Person; onDone(): void }) {
  const { dispatch, worker, name, email } = person;
  const mayChange = session.value.apps.dispatch?.isReadOnly === false;
  const invite = useAction(async () => {
    await request('/api/v2/admins', { method: 'POST', body: { name, email } });
    showToast(peopleWords.madeDispatcher({ email: email! }));
    onDone();
  });
  return (
    <FramePart title={peopleWords.deliveries} {...(!mayChange && { lead: peopleWords.seesNoDispatch })}>
      {!dispatch && !worker && <p>{peopleWords.notInDispatch}</p>}
      {(dispatch ?? worker) && (
        <Facts
          of={[
            [peopleWords.access, <DeliveryBadges key="access" person={person} />],
            [peopleWords.dispatcher, dispatch && accessText(dispatch)],
            [peopleWords.worker, worker && (worker.hasJoined ? peopleWords.workerText : peopleWords.workerInvited)],
          ]}
        />
      )}
      {invite.failure && <Failure {...invite.failure} />}
      {mayChange && dispatch && !dispatch.isOwner && <DispatcherActions person={person} onDone={onDone} />}
      {mayChange && (
        <div class="admin-actions">
          {!dispatch && email && (
            <Button icon="plus" busy={invite.busy} onClick={() => void invite.run()}>
              {peopleWords.makeDispatcher}
            </Button>
          )}
          {worker && (
            <a class="button" href={`/dispatch/fleet?worker=${worker.workerId}`}>
              {peopleWords.openWorker}
            </a>
          )}
        </div>
      )}
    </FramePart>
  );
}

function accessText({ isOwner, isActive, isReadOnly }: NonNullable<Person['dispatch']>): string {
  if (isOwner) return peopleWords.accessOwner;
  if (!isActive) return peopleWords.accessInvited;
  return isReadOnly ? peopleWords.accessRead : peopleWords.accessFull;
}

function DispatcherActions({ person: { dispatch, name }, onDone }: { person: Person; onDone(): void }) {
  const [isRemoving, setRemoving] = useState(false);
  const { administratorId, isReadOnly } = dispatch!;
  const path = `/api/v2/admins/${administratorId}`;
  const turn = useAction(async () => {
    await request(path, { method: 'PUT', body: { isReadOnly: !isReadOnly } });
    showToast(words.saved);
    onDone();
  });
  return (
    <>
      {turn.failure && <Failure {...turn.failure} />}
      <div class="admin-actions">
        <Button icon="pencil" busy={turn.busy} onClick={() => void turn.run()}>
          {isReadOnly ? peopleWords.makeFull : peopleWords.makeReadOnly}
        </Button>
        <Button icon="trash-2" onClick={() => setRemoving(true)}>
          {peopleWords.removeDispatcher}
        </Button>
      </div>
      {isRemoving && (
        <FormDialog
          title={peopleWords.removeTitle({ name })}
          submit={peopleWords.removeDispatcher}
          isDanger
          send={async () => {
            await request(path, { method: 'DELETE' });
            setRemoving(false);
            showToast(peopleWords.removed({ name }));
            onDone();
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{peopleWords.removeText}</p>
        </FormDialog>
      )}
    </>
  );
}
