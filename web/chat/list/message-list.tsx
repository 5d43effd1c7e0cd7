import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Loading } from '../../shared/ui/states.tsx';
import { type Narrow, narrowTerms } from '../../store/chat/narrow.ts';
import type { Message } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';

const COUNT = 50;

/** Messages of a narrow. */
export function MessageList({ narrow, near }: { narrow: Narrow; near?: number | undefined }) {
  const [ids, setIds] = useState<readonly number[]>();
  useEffect(() => {
    const query = new URLSearchParams({
      anchor: String(near ?? 'newest'),
      num_before: String(COUNT),
      num_after: String(COUNT),
      narrow: JSON.stringify(narrowTerms(narrow, ownUserId.value)),
      apply_markdown: 'false',
    });
    void request<{ messages: Message[] }>(`/api/v1/messages?${query}`).then(({ messages }) => {
      for (const message of messages) chat.value.state.messages.set(message.id, message);
      setIds(messages.map(({ id }) => id));
    });
  }, [near]);
  if (!ids) return <Loading rows={12} />;
  const { messages } = chat.value.state;
  return (
    <ul class="message-list">
      {ids
        .flatMap((id) => messages.get(id) ?? [])
        .map(({ id, sender_full_name, content }) => (
          <li key={id}>
            <strong dir="auto">{sender_full_name}</strong> <span dir="auto">{content}</span>
          </li>
        ))}
    </ul>
  );
}
