import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { LinkCard } from '../../shared/ui/link-card.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetInvitationsAnswer } from '../../store/wire/chat.ts';
import { inviteWords } from '../invite/texts/index.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { dayText } from '../shared/moment.ts';
import { BulkBar, Selectable, useSelected } from '../shared/selection.tsx';
import { words } from '../texts/index.ts';

type Invitation = GetInvitationsAnswer['invites'][number];

const idOf = ({ id, is_multiuse }: Invitation) => `${is_multiuse} ${id}`;

const revoke = ({ id, is_multiuse }: Invitation) =>
  request(`/api/v1/${is_multiuse ? 'invites/multiuse' : 'invites'}/${id}`, { method: 'DELETE' });

interface InvitationTableProps {
  invitations: readonly Invitation[];
  onDone(): void;
}

/** The open invitations of the chat, and what can be done with each. */
export function InvitationTable({ invitations, onDone }: InvitationTableProps) {
  const [link, setLink] = useState<string>();
  const [revoked, setRevoked] = useState<Invitation>();
  const { selected, setSelected, chosen } = useSelected(invitations, idOf);
  const { columns, selection } = inviteWords;
  const nameOf = ({ email }: Invitation) => email ?? inviteWords.byLink;
  return (
    <>
      <DataTable
        label={words.screens.invitations}
        rows={invitations}
        idOf={idOf}
        columns={[
          {
            name: columns.whom,
            show: (invitation) => (
              <Selectable name={nameOf(invitation)} id={idOf(invitation)} selected={selected} onSelect={setSelected}>
                <NameAndMore
                  name={<bdi>{nameOf(invitation)}</bdi>}
                  more={inviteWords.invitedAt({ when: dayText(invitation.invited * 1000) })}
                />
              </Selectable>
            ),
          },
          { name: columns.as, show: ({ invited_as }) => words.roles[invited_as] },
          {
            name: columns.ends,
            isNamedOnPhone: true,
            show: ({ expiry_date }) =>
              expiry_date === null ? inviteWords.noEnd : <RelativeTime at={new Date(expiry_date * 1000)} />,
          },
          {
            name: columns.tools,
            isUnnamed: true,
            show: (invitation) => (
              <InvitationMenu
                invitation={invitation}
                onDone={onDone}
                onLink={setLink}
                onRevoke={() => setRevoked(invitation)}
              />
            ),
          },
        ]}
      />
      {chosen.length > 0 && (
        <BulkBar<Invitation>
          label={selection.title}
          count={selection.count({ count: chosen.length })}
          idOf={idOf}
          refused={words.selection.refused}
          actions={[
            {
              label: inviteWords.resend,
              icon: 'send',
              rows: chosen.filter(({ email }) => email),
              title: (count) => selection.resendTitle({ count }),
              text: selection.resendText,
              isHarmless: true,
              run: ({ id }) => request(`/api/v1/invites/${id}/resend`, { method: 'POST' }),
              done: (count) => selection.resent({ count }),
            },
            {
              label: inviteWords.revoke,
              icon: 'trash-2',
              rows: chosen,
              title: (count) => selection.revokeTitle({ count }),
              text: selection.revokeText,
              run: revoke,
              done: (count) => selection.revoked({ count }),
            },
          ]}
          onSelect={setSelected}
          onDone={onDone}
          {...(chosen.length < invitations.length && { all: invitations.map(idOf) })}
        />
      )}
      {link && (
        <Dialog title={inviteWords.link} onClose={() => setLink(undefined)}>
          <LinkCard text={link} label={inviteWords.link} />
        </Dialog>
      )}
      {revoked && (
        <FormDialog
          title={revoked.email ? inviteWords.revokeTitle({ whom: revoked.email }) : inviteWords.revokeLinkTitle}
          submit={inviteWords.revoke}
          isDanger
          send={async () => {
            await revoke(revoked);
            setRevoked(undefined);
            showToast(inviteWords.revoked);
            onDone();
          }}
          onClose={() => setRevoked(undefined)}
        >
          <p>{inviteWords.revokeText}</p>
        </FormDialog>
      )}
    </>
  );
}

interface InvitationMenuProps {
  invitation: Invitation;
  onDone(): void;
  onLink(link: string): void;
  onRevoke(): void;
}

function InvitationMenu({ invitation: { id, email, link_url }, onDone, onLink, onRevoke }: InvitationMenuProps) {
  const { failure, run } = useAction(async () => {
    await request(`/api/v1/invites/${id}/resend`, { method: 'POST' });
    showToast(inviteWords.resent({ email: email! }));
    onDone();
  });
  return (
    <>
      {failure && <Failure {...failure} />}
      <Menu
        label={`${inviteWords.more}: ${email ?? inviteWords.byLink}`}
        items={[
          ...(email ? [{ label: inviteWords.resend, icon: 'send', choose: () => void run() } as const] : []),
          ...(link_url
            ? [{ label: inviteWords.showLink, icon: 'qr-code', choose: () => onLink(link_url) } as const]
            : []),
          { label: inviteWords.revoke, icon: 'trash-2', danger: true, choose: onRevoke },
        ]}
      />
    </>
  );
}
