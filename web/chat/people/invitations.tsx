import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu, type MenuItem } from '../../shared/ui/menu.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetInvitationsAnswer, Invitation, User } from '../../store/wire/chat.ts';
import { momentInWords } from '../data/clock.ts';
import { ownUserId } from '../data/me.ts';
import { nameOf } from '../data/names.ts';
import { refuse } from '../data/refuse.ts';
import { useRequestAfter } from '../data/use-request-after.ts';
import { LongList } from '../parts/long-list.tsx';
import { roleName } from '../person-card/role-name.ts';
import { LinkDialog, RevokeDialog, resend } from './invitation-dialogs.tsx';
import { InviteToChat } from './invite-to-chat.tsx';
import { peopleWords as words } from './texts/index.ts';

const ROW_REM = 3.5;

/** Invitations that nobody has taken yet: one's own, and for administrators all. */
export function Invitations() {
  const { answer, failure, retry } = useRequestAfter<GetInvitationsAnswer>('/api/v1/invites', 'invites_changed');
  const [opened, setOpened] = useState<{ kind: 'invite' } | { kind: 'link' | 'revoke'; invitation: Invitation }>();
  const close = () => setOpened(undefined);
  const invite = (
    <Button kind="primary" icon="user-plus" onClick={() => setOpened({ kind: 'invite' })}>
      {words.invitations.invite}
    </Button>
  );
  const invites = (answer?.invites ?? []).toSorted((one, other) => other.invited - one.invited);
  return (
    <>
      <div class="people-tools">
        <p class="people-lead">{words.invitations.lead}</p>
        {invites.length > 0 && <span class="people-end">{invite}</span>}
      </div>
      <div class="people-body">
        {failure ? (
          <Failure {...failure} onRetry={retry} />
        ) : !answer ? (
          <Loading rows={6} />
        ) : invites.length === 0 ? (
          <Empty level={2} icon="mail" title={words.invitations.none.title} text={words.invitations.none.text}>
            {invite}
          </Empty>
        ) : (
          <LongList
            label={words.tabs.invitations}
            items={invites}
            idOf={({ id, is_multiuse }) => `${is_multiuse} ${id}`}
            rowRem={ROW_REM}
            stops=".invitation button"
            render={(invitation) => (
              <InvitationRow
                invitation={invitation}
                onLink={() => setOpened({ kind: 'link', invitation })}
                onRevoke={() => setOpened({ kind: 'revoke', invitation })}
              />
            )}
          />
        )}
      </div>
      {opened?.kind === 'invite' && <InviteToChat onClose={close} />}
      {opened?.kind === 'link' && <LinkDialog link={opened.invitation.link_url!} onClose={close} />}
      {opened?.kind === 'revoke' && <RevokeDialog invitation={opened.invitation} onClose={close} />}
    </>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  onLink(): void;
  onRevoke(): void;
}

function InvitationRow({ invitation, onLink, onRevoke }: InvitationRowProps) {
  const { email, link_url, expiry_date, invited_as, invited_by_user_id, is_multiuse } = invitation;
  const name = email ?? words.invitations.link;
  const isOwn = invited_by_user_id === ownUserId.value;
  const items: MenuItem[] = [
    ...(is_multiuse
      ? []
      : [
          {
            label: words.invitations.resend,
            icon: 'send' as const,
            choose: () =>
              void resend(invitation)
                .then(() => showToast(words.invitations.resent))
                .catch((error: Error) => refuse(error)),
          },
        ]),
    ...(link_url ? [{ label: words.invitations.showLink, icon: 'qr-code' as const, choose: onLink }] : []),
    { label: words.invitations.revoke, icon: 'trash-2', danger: true, choose: onRevoke },
  ];
  return (
    <div class="person-row invitation">
      <span class="group-mark">
        <Icon name={is_multiuse ? 'link' : 'mail'} />
      </span>
      <span class="person-text">
        <span class="person-name">
          <span dir="auto">{name}</span>
        </span>
        <span class="person-note">
          {roleName({ is_bot: false, role: invited_as as User['role'] })}
          {' · '}
          {isOwn ? words.invitations.byYou : words.invitations.by({ name: nameOf(invited_by_user_id) })}
        </span>
      </span>
      <span class="person-role">
        {expiry_date === null ? (
          words.invitations.noEnd
        ) : (
          <>
            {words.invitations.ends} <RelativeTime at={new Date(expiry_date * 1000)} inWords={momentInWords} />
          </>
        )}
      </span>
      <Menu label={words.invitations.more({ name })} items={items} />
    </div>
  );
}
