import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { has } from '../data/me.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import type { Person } from './person.ts';
import { ChatBadge } from './person-badges.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { peopleWords } from './texts/index.ts';

interface PartProps {
  person: Person;
  isMe: boolean;
  onDone(): void;
}

/** Somebody's role in the chat, and whether the account is active. */
export function ChatPart({ person, isMe, onDone }: PartProps) {
  const [open, setOpen] = useState<'role' | 'deactivate'>();
  const { chat, name } = person;
  const path = `/api/v1/users/${chat?.userId}`;
  const back = useAction(async () => {
    await request(`${path}/reactivate`, { method: 'POST' });
    showToast(peopleWords.didReactivate({ name }));
    onDone();
  });
  const close = () => setOpen(undefined);
  if (!chat)
    return (
      <FramePart title={peopleWords.chat}>
        <p>{peopleWords.notInChat}</p>
      </FramePart>
    );
  return (
    <FramePart title={peopleWords.chat} {...(!has('chat') && { lead: words.lacks.chat })}>
      <Facts of={[[peopleWords.role, <ChatBadge key="role" person={person} />]]} />
      <p>{chat.isActive ? peopleWords.roleHint[chat.role] : peopleWords.isDeactivated}</p>
      {back.failure && <Failure {...back.failure} />}
      {has('chat') && (
        <div class="admin-actions">
          {chat.isActive ? (
            <>
              <Button icon="pencil" onClick={() => setOpen('role')}>
                {peopleWords.change}
              </Button>
              <Button icon="circle-x" onClick={() => setOpen('deactivate')}>
                {peopleWords.deactivate}
              </Button>
            </>
          ) : (
            <Button kind="primary" icon="undo-2" busy={back.busy} onClick={() => void back.run()}>
              {peopleWords.reactivate}
            </Button>
          )}
        </div>
      )}
      {open === 'role' && <RoleDialog person={person} isMe={isMe} onDone={onDone} onClose={close} />}
      {open === 'deactivate' && (
        <FormDialog
          title={peopleWords.deactivateTitle({ name })}
          submit={peopleWords.deactivate}
          isDanger
          send={async () => {
            await request(path, { method: 'DELETE' });
            close();
            showToast(peopleWords.didDeactivate({ name }));
            onDone();
          }}
          onClose={close}
        >
          <p>{isMe ? peopleWords.deactivateOwn : peopleWords.deactivateText}</p>
        </FormDialog>
      )}
    </FramePart>
  );
}
