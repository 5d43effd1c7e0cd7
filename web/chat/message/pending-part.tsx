import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { dropPending, editPending, retryPending } from './acts.ts';
import type { PendingState } from './rows.ts';
import { rowWords } from './texts/index.ts';

/** State of a message or an edit that the server has not taken: it waits, or the server's own words say why. */
export function PendingPart({
  pending: { actionId, refusal, isUnsent },
  words,
  mayRetry = false,
}: {
  pending: PendingState;
  words: Record<'waiting' | 'refused', string>;
  /** Whether the same might be taken later. */
  mayRetry?: boolean;
}) {
  const { takeBack, retry, edit, drop } = rowWords.pending;
  if (refusal === undefined)
    return (
      <div class="message-pending">
        <Icon name="clock" />
        {words.waiting}
        {isUnsent && (
          <Button kind="quiet" size="small" onClick={() => editPending(actionId)}>
            {takeBack}
          </Button>
        )}
      </div>
    );
  return (
    <div class="message-refused" role="alert">
      <Icon name="circle-alert" />
      <p>
        <strong>{words.refused}</strong> <span dir="auto">{refusal}</span>
      </p>
      {mayRetry && <Button onClick={() => retryPending(actionId)}>{retry}</Button>}
      <Button onClick={() => editPending(actionId)}>{edit}</Button>
      <Button kind="quiet" onClick={() => dropPending(actionId)}>
        {drop}
      </Button>
    </div>
  );
}
