import { useEffect, useRef, useState } from 'preact/hooks';
import { chat } from '../data/chat.ts';
import { namesOf } from '../message/names.ts';
import type { ListedMessage } from '../message/rows.ts';
import { listWords } from './texts/index.ts';

/** At most so often. */
const PAUSE_MS = 3000;

/** Tells whoever listens of new messages of others in the open list. */
export function Announcer({ listed }: { listed: readonly ListedMessage[] }) {
  const newest = listed.at(-1)?.message.id ?? 0;
  const announced = useRef(newest);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(listed);
  latest.current = listed;
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    if (timer.current || newest <= announced.current) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const { ownUserId } = chat.peek().state;
      const since = announced.current;
      const added = latest.current.filter(({ message: { id, sender_id } }) => id > since && sender_id !== ownUserId);
      announced.current = latest.current.at(-1)?.message.id ?? since;
      const senders = [...new Set(added.map(({ message }) => message.sender_id))];
      if (added.length > 0) setSentence(listWords.announced({ count: added.length, names: namesOf(senders) }));
    }, PAUSE_MS);
  }, [newest]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div class="unseen" role="status">
      {sentence}
    </div>
  );
}
