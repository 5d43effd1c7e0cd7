import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { dropPending, editPending, retryPending } from './acts.ts';
import type { PendingState } from './rows.ts';
import { rowWords } from './texts/index.ts';

/** State of a message that the server has not taken: it waits, or the server's own words say why. */
export function PendingPart({ pending }: { pending: PendingState }) {
  if (pending.refusal === undefined)
    return (
      <p class="message-pending">
        <Icon name="clock" />
        {rowWords.pending.waiting}
      </p>
    );
  return (
    <div class="message-refused" role="alert">
      <Icon name="circle-alert" />
      <p>
        <strong>{rowWords.pending.refused}</strong> <span dir="auto">{pending.refusal}</span>
      </p>
      <Button onClick={() => retryPending(pending.actionId)}>{rowWords.pending.retry}</Button>
      <Button onClick={() => editPending(pending.actionId)}>{rowWords.pending.edit}</Button>
      <Button kind="quiet" onClick={() => dropPending(pending.actionId)}>
        {rowWords.pending.drop}
      </Button>
    </div>
  );
}
