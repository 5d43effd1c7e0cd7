import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { ResendWebhookDeliveriesAnswer } from '../../store/wire/dispatch.ts';
import { useAction } from '../data/use-action.ts';
import { localTime } from '../shared/local-time.ts';
import { momentText } from '../shared/moment.ts';
import { webhookWords as words } from './texts/index.ts';

const DAY_MS = 86_400_000;

/** Sends again what has happened since a time, a thousand at a time. */
export function ResendDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [since, setSince] = useState(() => localTime(Date.now() - DAY_MS));
  const [next, setNext] = useState<number>();
  const [message, setMessage] = useState('');
  const { busy, failure, run } = useAction(async () => {
    const body = { since: next ?? new Date(since).getTime() };
    const path = `/api/v2/webhooks/${id}/deliveries/resend`;
    const answer = await request<ResendWebhookDeliveriesAnswer>(path, { method: 'POST', body });
    setNext(answer.next);
    if (answer.next !== undefined) {
      setMessage(words.resentPart({ count: answer.resent, time: momentText(answer.next) }));
      return;
    }
    showToast(words.resent({ count: answer.resent }));
    onClose();
  });
  return (
    <Dialog title={words.sinceTitle} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        <p>{words.sinceText}</p>
        <Field label={words.sinceTime}>
          <input
            type="datetime-local"
            required
            value={since}
            onInput={(event) => {
              setSince(event.currentTarget.value);
              setNext(undefined);
            }}
          />
        </Field>
        <p aria-live="polite">{message}</p>
        {failure && <Failure {...failure} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {next === undefined ? words.resend : words.goOn}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
