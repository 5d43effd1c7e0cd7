import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { channelName } from '../data/names.ts';
import { actNow } from '../data/outbox.ts';
import { channelsWords as words } from './texts/index.ts';

/** Asks before a person leaves a private channel that they cannot subscribe to by themselves. */
export function LeaveChannelDialog({ channelId, onClose }: { channelId: number; onClose(): void }) {
  const name = channelName(channelId);
  const { busy, failure, run } = useAction(async () => {
    await actNow({ kind: 'subscribe', channelId, name, isSubscribed: false });
    onClose();
  });
  return (
    <Dialog title={words.leave.title({ name })} onClose={onClose}>
      <p>{words.leave.text}</p>
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="danger" icon="log-out" busy={busy} onClick={() => void run()}>
          {words.unsubscribe}
        </Button>
      </div>
    </Dialog>
  );
}
