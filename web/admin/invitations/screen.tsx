import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useRequest } from '../../shared/session/use-request.ts';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetInvitationsAnswer } from '../../store/wire/chat.ts';
import { has, isOwner } from '../data/me.ts';
import { inviteWords } from '../invite/texts/index.ts';
import { InviteButton } from '../people/invite-button.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { InvitationTable } from './invitation-table.tsx';
import { WaitingPart } from './waiting-part.tsx';

/** Lists people who were invited and have not joined yet. */
export function InvitationsScreen() {
  return has('chat') ? (
    <WithChat />
  ) : (
    <InvitationsFrame>
      <p class="quiet-words">{words.lacks.chat}</p>
    </InvitationsFrame>
  );
}

function WithChat() {
  const { answer, failure, retry, refresh } = useRequest<GetInvitationsAnswer>('/api/v1/invites');
  return (
    <InvitationsFrame onInvited={refresh}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={6} />}
      {answer?.invites.length === 0 && (
        <Empty level={2} icon="mail" title={inviteWords.none} text={inviteWords.noneText} />
      )}
      {answer && answer.invites.length > 0 && <InvitationTable invitations={answer.invites} onDone={refresh} />}
    </InvitationsFrame>
  );
}

/** The button stands outside of what the answer changes: its dialog shows a link that was just made. */
function InvitationsFrame({ onInvited, children }: { onInvited?: () => void; children: ComponentChildren }) {
  const [times, setTimes] = useState(0);
  const invited = () => {
    setTimes((before) => before + 1);
    onInvited?.();
  };
  return (
    <Frame title={words.screens.invitations} lead={inviteWords.lead} tools={<InviteButton onInvited={invited} />}>
      {children}
      {isOwner.value && <WaitingPart key={times} />}
    </Frame>
  );
}
