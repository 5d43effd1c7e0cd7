import { useState } from 'preact/hooks';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { has, session } from '../data/me.ts';
import { ChatByLink } from './chat-by-link.tsx';
import { ChatByMail } from './chat-by-mail.tsx';
import { DispatcherForm } from './dispatcher-form.tsx';
import { inviteWords as words } from './texts/index.ts';

interface InviteDialogProps {
  onInvited(): void;
  onClose(): void;
}

type InviteMethod = 'mail' | 'link' | 'dispatcher' | 'worker';

/** Invites somebody: to the chat by mail or by a link, to the deliveries, or as a worker. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const mayDispatch = session.value.apps.dispatch?.isReadOnly === false;
  const methods: InviteMethod[] = [
    ...(has('chat') ? (['mail', 'link'] as const) : []),
    ...(mayDispatch ? (['dispatcher', 'worker'] as const) : []),
  ];
  const [method, setMethod] = useState<InviteMethod>(methods[0] ?? 'mail');
  const done = { onInvited, onClose };
  return (
    <Dialog title={words.title} onClose={onClose}>
      {methods.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <Tabs
          label={words.title}
          tabs={methods.map((id) => ({ id, label: words.ways[id] }))}
          current={method}
          onChange={(id) => setMethod(id as InviteMethod)}
        >
          {method === 'mail' && <ChatByMail {...done} />}
          {method === 'link' && <ChatByLink {...done} />}
          {method === 'dispatcher' && <DispatcherForm {...done} />}
          {method === 'worker' && (
            <div class="admin-form">
              <p>{words.worker}</p>
              <div class="dialog-actions">
                <a class="button primary" href="/dispatch/fleet?open=new-worker">
                  {words.toWorkers}
                </a>
              </div>
            </div>
          )}
        </Tabs>
      )}
    </Dialog>
  );
}
