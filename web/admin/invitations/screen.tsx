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

/** Who was invited and has not come yet. */
export function InvitationsScreen() {
  return (
    <Frame title={words.screens.invitations} lead={inviteWords.lead}>
      {has('chat') ? <OfChat /> : <p class="quiet-words">{words.lacks.chat}</p>}
      {isOwner.value && <WaitingPart />}
    </Frame>
  );
}

function OfChat() {
  const { answer, failure, retry, refresh } = useRequest<GetInvitationsAnswer>('/api/v1/invites');
  const invite = <InviteButton onInvited={refresh} />;
  if (failure) return <Failure {...failure} onRetry={retry} />;
  if (!answer) return <Loading rows={6} />;
  if (answer.invites.length === 0)
    return (
      <Empty level={2} icon="mail" title={inviteWords.none} text={inviteWords.noneText}>
        {invite}
      </Empty>
    );
  return (
    <>
      <div class="admin-actions">{invite}</div>
      <InvitationTable invitations={answer.invites} onDone={refresh} />
    </>
  );
}
