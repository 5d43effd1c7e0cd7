import { useRef } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { locale } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetWorkerInvitationAnswer } from '../../store/wire/dispatch.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { useAction } from '../data/use-action.ts';
import { useRequest } from '../data/use-request.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { fleetWords as words } from './texts/index.ts';

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * The invitation of somebody who has not come yet: where it went, another one, or none. Of who has come, one that still
 * opens something, and nothing else. `path`: of the invitation, in the API.
 */
export function InvitationPart({ path, hasCome = false }: { path: string; hasCome?: boolean }) {
  const { answer, failure, retry, refresh } = useRequest<GetWorkerInvitationAnswer>(path);
  const invitation = answer?.invitation;
  const tools = useRef<HTMLDivElement>(null);
  const send = useAction(async () => {
    revoke.forget();
    const sent = await request<GetWorkerInvitationAnswer>(path, { method: 'POST' });
    showToast(words.invitation.sentAgain({ where: sent.invitation!.sentTo }));
    refresh();
  });
  const revoke = useAction(async () => {
    send.forget();
    await request(path, { method: 'DELETE' });
    showToast(words.invitation.revoked);
    // The button that was pressed goes with the invitation.
    tools.current?.querySelector('button')?.focus();
    refresh();
  });
  const refused = send.failure ?? revoke.failure;
  const offline = whyNot() !== undefined;
  if (hasCome && !invitation) return null;
  return (
    <SheetPart title={words.invitation.title}>
      {answer ? (
        <p class="quiet-words" dir="auto">
          {invitation
            ? words.invitation.sent({
                where: invitation.sentTo,
                time: moment.format(invitation.sentAt),
                until: moment.format(invitation.expiresAt),
              })
            : words.invitation.none}
        </p>
      ) : (
        !failure && <Loading rows={1} />
      )}
      {failure && <Failure {...failure} onRetry={retry} />}
      {refused && <Failure {...refused} />}
      {mayWrite.value && answer && (
        <div class="invitation-tools" ref={tools}>
          <Button icon="send" busy={send.busy} disabled={offline} onClick={() => void send.run()}>
            {words.invitation[invitation ? 'again' : 'anew']}
          </Button>
          {invitation && (
            <Button kind="quiet" busy={revoke.busy} disabled={offline} onClick={() => void revoke.run()}>
              {words.invitation.revoke}
            </Button>
          )}
        </div>
      )}
    </SheetPart>
  );
}
