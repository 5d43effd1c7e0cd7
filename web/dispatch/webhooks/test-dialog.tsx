import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { TestWebhookReceiverAnswer } from '../../store/wire/dispatch.ts';
import { useAction } from '../data/use-action.ts';
import { Outcome } from './deliveries.tsx';
import { webhookWords as words } from './texts/index.ts';

/** Sends a test when it opens, and shows what the receiver said. */
export function TestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [result, setResult] = useState<TestWebhookReceiverAnswer>();
  const { failure, run } = useAction(async () => {
    setResult(await request(`/api/v2/webhooks/${id}/test`, { method: 'POST', body: {} }));
  });
  useEffect(() => void run(), []);
  return (
    <Dialog title={words.testTitle} onClose={onClose}>
      <div aria-live="polite">
        {failure ? (
          <Failure {...failure} onRetry={() => void run()} />
        ) : result ? (
          <>
            <p>
              <strong>{result.delivered ? words.delivered : words.notDelivered}</strong>
            </p>
            <Outcome attempt={result} />
            <p class="hint">{words.testText}</p>
          </>
        ) : (
          <Loading rows={2} />
        )}
      </div>
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.close}</Button>
      </div>
    </Dialog>
  );
}
