import type { Signal } from '@preact/signals';
import { Button } from '../../shared/ui/button.tsx';
import type { Narrow } from '../../store/chat/narrow.ts';
import { chat } from '../data/chat.ts';
import { unreadIn } from '../data/messages.ts';
import { listWords } from './texts/index.ts';

interface NewestButtonProps {
  narrow: Narrow;
  /** The last message that is seen, and whether it is the last of all. */
  seen: Signal<{ isAtEnd: boolean; lastId: number }>;
  isComplete: boolean;
  onPress(): void;
}

/** Leads to the newest message, and counts the unread ones below. */
export function NewestButton({ narrow, seen, isComplete, onPress }: NewestButtonProps) {
  const { isAtEnd, lastId } = seen.value;
  if (isAtEnd && isComplete) return null;
  const count = unreadIn(chat.value.state, narrow).filter((id) => id > lastId).length;
  return (
    <div class="newest-button">
      <Button icon="arrow-down" kind={count > 0 ? 'primary' : 'plain'} onClick={onPress}>
        {listWords.newBelow({ count })}
      </Button>
    </div>
  );
}
