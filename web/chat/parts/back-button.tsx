import { UnreadCount } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { hasState } from '../data/chat.ts';
import { unread } from '../data/unread.ts';
import { words } from '../texts/index.ts';
import { isLeftOpen, letBackClose } from './right-state.ts';

/** On a phone: back to the views and conversations. Elsewhere they stand beside it. */
export function BackButton() {
  return (
    <span class="back-button">
      <IconButton
        icon="chevron-left"
        label={words.navigation}
        aria-expanded={isLeftOpen.value}
        onClick={() => {
          isLeftOpen.value = true;
          void letBackClose(isLeftOpen);
        }}
      />
      {hasState.value && <UnreadCount count={unread.value.total} />}
    </span>
  );
}
