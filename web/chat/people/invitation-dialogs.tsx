import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { LinkCard } from '../../shared/ui/link-card.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import type { Invitation } from '../../store/wire/chat.ts';
import { peopleWords as words } from './texts/index.ts';

/** Mails an invitation once more, with a new link. @throws {Refusal} */
export const resend = ({ id }: Invitation): Promise<unknown> =>
  request(`/api/v1/invites/${id}/resend`, { method: 'POST' });

/** The link of an invitation: to be copied, or scanned off the screen. */
export function LinkDialog({ link, onClose }: { link: string; onClose(): void }) {
  return (
    <Dialog title={words.invitations.link} onClose={onClose}>
      <p>{words.invitations.linkText}</p>
      <LinkCard text={link} label={words.invitations.link} />
    </Dialog>
  );
}

/** Asks before a link stops working. */
export function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  const { id, email, is_multiuse } = invitation;
  const { busy, failure, run } = useAction(async () => {
    await request(`/api/v1/invites/${is_multiuse ? `multiuse/${id}` : id}`, { method: 'DELETE' });
    onClose();
  });
  const title = email ? words.invitations.revokeTitle({ email }) : words.invitations.revokeLinkTitle;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{words.invitations.revokeText}</p>
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="danger" busy={busy} onClick={() => void run()}>
          {words.invitations.revoke}
        </Button>
      </div>
    </Dialog>
  );
}
