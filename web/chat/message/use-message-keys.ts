import { useKeys } from '../../shared/keys.ts';
import type { Message } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { startEdit } from '../data/intents.ts';
import { markUnreadFrom, quoteMessage, setStar, toggleReaction } from './acts.ts';
import { openPart } from './opened.ts';
import { mayChangeTopic, mayEdit, mayMoveOut } from './rights.ts';

/** Reaction of the key `+`. */
const LIKE = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const;

/** Keys for the message that has the focus, or last had it. */
export function useMessageKeys(message: Message | undefined): void {
  const withMessage = (act: (message: Message) => unknown) => () => void (message && act(message));
  const now = () => Date.now() / 1000;
  useKeys({
    react: withMessage(({ id }) => openPart('picker', id)),
    like: withMessage(({ id, reactions }) => {
      const { ownUserId } = chat.peek().state;
      const isOwn = reactions.some((each) => each.user_id === ownUserId && each.emoji_code === LIKE.emoji_code);
      return toggleReaction(id, LIKE, isOwn);
    }),
    quote: withMessage(quoteMessage),
    editMessage: withMessage((each) => mayEdit(chat.peek().state, each, now()).has && startEdit(each.id)),
    moveMessages: withMessage((each) => {
      const { state } = chat.peek();
      if (mayChangeTopic(state, each, now()).has || mayMoveOut(state, each, now()).has) openPart('move', each.id);
    }),
    star: withMessage(({ id }) => setStar(id, !chat.peek().state.starred.has(id))),
    unreadFrom: withMessage(markUnreadFrom),
    foldMessage: withMessage(({ id }) =>
      document.querySelector<HTMLElement>(`[data-message="${id}"] [data-fold]`)?.click(),
    ),
    showPictures: withMessage(({ id }) =>
      document.querySelector<HTMLElement>(`[data-message="${id}"] [data-command=show-picture]`)?.click(),
    ),
  });
}
