import { request } from '../../../shared/session/session.ts';
import { useAction } from '../../../shared/session/use-action.ts';
import { texts } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toast.tsx';
import { chat } from '../../data/chat.ts';
import { topicName } from '../../data/names.ts';
import { actNow } from '../../data/outbox.ts';
import type { PartProps } from '../opened.ts';
import { closeOpened } from '../opened.ts';
import { rowWords } from '../texts/index.ts';

/** Asks before a message is deleted. */
export function DeleteMessageDialog({ messageId }: PartProps) {
  return (
    <Confirm
      title={rowWords.delete.title}
      text={rowWords.delete.text}
      confirm={rowWords.delete.confirm}
      act={async () => {
        const isDone = await actNow({ kind: 'delete', messageId });
        return isDone ? rowWords.done.deleted : rowWords.done.willBeDeleted;
      }}
    />
  );
}

/** Asks before a topic is deleted with all its messages. */
export function DeleteTopicDialog({ messageId }: PartProps) {
  const { stream_id: channelId, subject } = chat.value.state.messages.get(messageId)!;
  const { topicTitle, topicText, topicConfirm } = rowWords.delete;
  return (
    <Confirm
      title={topicTitle({ topic: topicName(subject) })}
      text={topicText}
      confirm={topicConfirm}
      act={async () => {
        const { complete } = await request<{ complete: boolean }>(`/api/v1/streams/${channelId}/delete_topic`, {
          method: 'POST',
          form: { topic_name: subject },
        });
        return complete ? rowWords.done.topicDeleted : rowWords.done.topicPartlyDeleted;
      }}
    />
  );
}

interface ConfirmProps {
  title: string;
  text: string;
  confirm: string;
  /** @returns what was done, in words */
  act(): Promise<string>;
}

function Confirm({ title, text, confirm, act }: ConfirmProps) {
  const action = useAction(async () => {
    const done = await act();
    closeOpened();
    showToast(done);
  });
  return (
    <Dialog title={title} onClose={closeOpened}>
      <p dir="auto">{text}</p>
      {action.failure && <Failure {...action.failure} />}
      <div class="dialog-actions">
        <Button onClick={closeOpened}>{texts.cancel}</Button>
        <Button kind="danger" icon="trash-2" busy={action.busy} onClick={() => void action.run()}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
