import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Conversation } from '../../store/chat/conversation.ts';
import { momentInWords } from '../data/clock.ts';
import { ownUserId } from '../data/me.ts';
import { refuse } from '../data/refuse.ts';
import { nameOfTime } from './completion-list.tsx';
import { addToDraft } from './insert.ts';
import { recipientsOf } from './references.ts';
import { composerWords as words } from './texts/index.ts';
import { namedTimes } from './times.ts';
import { isUploading } from './uploads.ts';

const loadChooseTime = async () => (await import('./choose-time.tsx')).ChooseTime;

interface SendLaterProps {
  conversation: Conversation;
  text: string;
  /** The text is at the server: the field may be emptied of it. */
  onScheduled(): void;
}

/** Sends a message at a time to come. */
export function SendLater({ conversation, text, onScheduled }: SendLaterProps) {
  const [isChoosing, setChoosing] = useState(false);
  const schedule = async (at: Date) => {
    setChoosing(false);
    try {
      const { to, ...recipients } = recipientsOf(conversation, ownUserId.value);
      const { scheduled_message_id: id } = await request<{ scheduled_message_id: number }>(
        '/api/v1/scheduled_messages',
        {
          method: 'POST',
          form: { ...recipients, to, content: text, scheduled_delivery_timestamp: Math.floor(at.getTime() / 1000) },
        },
      );
      onScheduled();
      showToast(words.later.done({ time: momentInWords(at) }), () => void takeBack(conversation, id, text));
    } catch (error) {
      refuse(error as Error);
    }
  };
  const unavailable =
    text.trim() === ''
      ? { unavailable: words.later.empty }
      : isUploading(conversation, text)
        ? { unavailable: words.later.uploading }
        : {};
  const items = () => [
    ...namedTimes(new Date()).map((time) => ({
      label: nameOfTime(time),
      ...unavailable,
      choose: () => void schedule(time.at),
    })),
    { label: words.completions.pickTime, ...unavailable, choose: () => setChoosing(true) },
  ];
  return (
    <>
      <Menu label={words.later.title} icon="calendar-clock" items={items} />
      {isChoosing && (
        <Lazy
          load={loadChooseTime}
          props={{
            title: words.later.title,
            action: words.later.send,
            isFuture: true,
            onChoose: (at: Date) => void schedule(at),
            onClose: () => setChoosing(false),
          }}
        />
      )}
    </>
  );
}

async function takeBack(conversation: Conversation, id: number, text: string): Promise<void> {
  try {
    await request(`/api/v1/scheduled_messages/${id}`, { method: 'DELETE' });
    addToDraft(conversation, text);
  } catch (error) {
    refuse(error as Error);
  }
}
