import { locale } from '../../shared/texts/index.ts';
import { whenNeeded } from '../../shared/texts/when-needed.ts';
import type { Conversation } from '../../store/chat/conversation.ts';
import { nameOf } from '../data/names.ts';
import { composerWords as words } from './texts/index.ts';
import { typingIn } from './typing-in.ts';

const MAX_NAMES = 3;
const list = whenNeeded(() => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** Names of those who type here. The line keeps its place, so that nothing moves when somebody begins. */
export function TypingLine({ conversation }: { conversation: Conversation }) {
  const people = typingIn(conversation);
  const names = list().format(people.slice(0, MAX_NAMES).map(nameOf));
  return (
    <p class="composer-typing" aria-live="polite">
      {people.length > MAX_NAMES
        ? words.manyType
        : people.length > 0 && <bdi>{words.typing({ names, count: people.length })}</bdi>}
    </p>
  );
}
