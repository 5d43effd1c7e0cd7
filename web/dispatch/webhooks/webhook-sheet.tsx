import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetWebhookAnswer } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { useAction } from '../data/use-action.ts';
import { useRequest } from '../data/use-request.ts';
import { DeleteDialog } from '../fleet/delete-dialog.tsx';
import { EditMenu } from '../fleet/edit-menu.tsx';
import { Sheet } from '../shell/sheet.tsx';
import { loadWebhooks, webhooks } from './data.ts';
import { Deliveries } from './deliveries.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { ResendDialog } from './resend-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { webhookWords as words } from './texts/index.ts';
import { triggerOf } from './trigger-text.ts';
import './webhooks.css';

/** The webhook of the address, as it is when it is opened and after each thing that is done to it. */
export function WebhookSheet() {
  const [{ open = '' }] = useAddress();
  const id = open.slice('webhook-'.length);
  return <WebhookById key={id} id={id} />;
}

function WebhookById({ id }: { id: string }) {
  const { answer, failure, retry, refresh } = useRequest<GetWebhookAnswer>(`/api/v2/webhooks/${id}`);
  const { list } = webhooks.value;
  // Another look at the list is another look at what is open.
  const [seen] = useState({ list });
  useEffect(() => {
    if (seen.list !== undefined && seen.list !== list) refresh();
    seen.list = list;
  }, [list]);
  const lookAgain = async () => {
    const { list: before } = webhooks.value;
    await loadWebhooks();
    // Beside another screen there was no list, and where it did not come it is the same: then nothing looks again of itself.
    if (before === undefined || webhooks.value.list === before) refresh();
  };
  if (answer) return <WebhookView webhook={answer} onChanged={lookAgain} />;
  return (
    <Sheet id={id} title={words.webhook}>
      {failure?.status === 404 ? (
        <Empty icon="bell" title={words.gone} text={words.goneText} />
      ) : failure ? (
        <Failure {...failure} onRetry={retry} />
      ) : (
        <Loading rows={6} />
      )}
    </Sheet>
  );
}

function WebhookView({ webhook, onChanged }: { webhook: GetWebhookAnswer; onChanged: () => Promise<void> }) {
  const [open, setOpen] = useState<'test' | 'resend' | 'rename' | 'delete'>();
  const [version, setVersion] = useState(0);
  const { closeSheet } = useSheet();
  const { id, isEnabled } = webhook;
  const name = webhook.name || words.unnamed;
  const { failure, run } = useAction(async () => {
    await request(`/api/v2/webhooks/${id}`, { method: 'PUT', body: { isEnabled: !isEnabled } });
    showToast(words.saved({ name }));
    await onChanged();
  });
  const close = () => setOpen(undefined);
  return (
    <Sheet
      id={id}
      kind={words.webhook}
      title={name}
      tools={
        <EditMenu
          editLabel={words.rename}
          onEdit={() => setOpen('rename')}
          onDelete={() => setOpen('delete')}
          more={[
            { label: words.test, icon: 'circle-dot', choose: () => setOpen('test') },
            { label: words.since, icon: 'refresh-cw', choose: () => setOpen('resend') },
            { label: isEnabled ? words.disable : words.enable, icon: 'bell', choose: () => void run() },
          ]}
        />
      }
    >
      {failure && <Failure {...failure} />}
      <State webhook={webhook} />
      <Facts
        of={[
          [words.trigger, triggerOf(webhook)],
          [
            words.url,
            <span key="url" class="webhook-url" dir="ltr">
              {webhook.url}
            </span>,
          ],
          [words.count, String(webhook.count)],
          [words.failures, webhook.failures > 0 && String(webhook.failures)],
        ]}
      />
      <Deliveries key={version} id={id} again={webhook} />
      {open === 'test' && <TestDialog id={id} onClose={close} />}
      {open === 'rename' && <RenameDialog id={id} name={webhook.name} onSaved={onChanged} onClose={close} />}
      {open === 'resend' && (
        <ResendDialog
          id={id}
          onClose={() => {
            close();
            setVersion(version + 1);
          }}
        />
      )}
      {open === 'delete' && (
        <DeleteDialog
          name={name}
          path={`/api/v2/webhooks/${id}`}
          text={words.deleteText}
          onDeleted={() => {
            closeSheet();
            void loadWebhooks();
          }}
          onClose={close}
        />
      )}
    </Sheet>
  );
}

/** Whether it tells anything, and why not. */
function State({ webhook: { isEnabled, failures, receiver } }: { webhook: GetWebhookAnswer }) {
  const { pausedUntil, unanswered } = receiver;
  const isPaused = pausedUntil !== null && pausedUntil > Date.now();
  return (
    <>
      <div class="sheet-badges">
        <Badge kind={isEnabled ? 'good' : 'bad'} icon={isEnabled ? 'check' : 'circle-x'}>
          {isEnabled ? words.enabled : words.disabled}
        </Badge>
      </div>
      {!isEnabled && <p>{failures > 300 ? words.failedOften({ failures }) : words.disabledText}</p>}
      {isEnabled && isPaused && <p>{words.paused({ time: timeOfDay(new Date(pausedUntil)), unanswered })}</p>}
      {isEnabled && !isPaused && failures > 0 && <p>{words.failing({ failures })}</p>}
    </>
  );
}
