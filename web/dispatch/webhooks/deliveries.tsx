import { useEffect, useRef } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { usePages } from '../../shared/session/use-pages.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { ListWebhookDeliveriesAnswer } from '../../store/wire/dispatch.ts';
import { mayWrite } from '../data/me.ts';
import { useAction } from '../data/use-action.ts';
import { momentText } from '../shared/moment.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { webhookWords as words } from './texts/index.ts';

type Delivery = ListWebhookDeliveriesAnswer['deliveries'][number];

const KINDS = { delivered: 'good', pending: 'warning', failed: 'bad' } as const;

/**
 * Deliveries of the last two weeks with their answers, newest first, in pages.
 * @param again another value: it is looked at again
 */
export function Deliveries({ id, again }: { id: string; again: unknown }) {
  const path = `/api/v2/webhooks/${id}/deliveries`;
  const {
    rows: shown,
    failure,
    busy,
    more,
    reload,
  } = usePages<Delivery, ListWebhookDeliveriesAnswer>(
    path,
    ({ deliveries }) => deliveries,
    ({ lastId }) => (lastId === undefined ? undefined : ['lastId', lastId]),
  );
  const looked = useRef(again);
  useEffect(() => {
    if (looked.current !== again) reload();
    looked.current = again;
  }, [again]);
  return (
    <SheetPart title={words.deliveries}>
      {!shown && !failure && <Loading rows={4} />}
      {shown?.length === 0 && <p class="quiet-words">{words.noDeliveries}</p>}
      {shown?.map((delivery) => (
        <DeliveryRow key={delivery.id} path={path} delivery={delivery} />
      ))}
      {failure && <Failure {...failure} onRetry={reload} />}
      {more && !failure && (
        <Button busy={busy} onClick={more}>
          {words.more}
        </Button>
      )}
    </SheetPart>
  );
}

/** One event's deliveries: how it stands, and in it each attempt. */
function DeliveryRow({ path, delivery: { id, state, nextAttempt, attempts } }: { path: string; delivery: Delivery }) {
  const latest = attempts.at(-1);
  const { busy, failure, run } = useAction(async () => {
    await request(`${path}/${id}/resend`, { method: 'POST', body: {} });
    showToast(words.resent({ count: 1 }));
  });
  return (
    <details class="delivery">
      <summary>
        <Icon name="chevron-right" />
        <Badge kind={KINDS[state]}>{words.states[state]}</Badge>
        <span>{latest ? momentText(latest.time) : words.event({ id })}</span>
        <span class="quiet-words">{words.attempts({ count: attempts.length })}</span>
      </summary>
      <p class="quiet-words">
        {[words.event({ id }), nextAttempt !== null && words.next({ time: momentText(nextAttempt) })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.time}>
            <time dateTime={new Date(attempt.time).toISOString()}>{momentText(attempt.time)}</time>
            <Outcome attempt={attempt} />
          </li>
        ))}
      </ol>
      {mayWrite.value && (
        <Button icon="refresh-cw" busy={busy} onClick={() => void run()}>
          {words.resend}
        </Button>
      )}
      {failure && <Failure {...failure} />}
    </details>
  );
}

/** Answer of a receiver: its status and first text, or the reason for no answer. */
export function Outcome({
  attempt: { status, error, durationMs, answer },
}: {
  attempt: Pick<Delivery['attempts'][number], 'status' | 'error' | 'durationMs' | 'answer'>;
}) {
  return (
    <>
      <p>
        {status === null ? <span dir="auto">{error}</span> : words.status({ status })}, {words.took({ ms: durationMs })}
      </p>
      {status !== null && (
        <pre class="delivery-answer" dir="auto">
          {answer || words.emptyAnswer}
        </pre>
      )}
    </>
  );
}
