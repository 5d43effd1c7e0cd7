import { locale } from '../../shared/texts/index.ts';
import { whenNeeded } from '../../shared/texts/when-needed.ts';
import type { MenuItem } from '../../shared/ui/menu.tsx';
import { mutedUsers } from '../../store/chat/select/muting.ts';
import { isResolvedTopic } from '../../store/chat/select/names.ts';
import type { Message } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { startEdit } from '../data/intents.ts';
import {
  copyLink,
  copyMessageText,
  forwardMessage,
  markUnreadFrom,
  quoteMessage,
  setMuted,
  setResolved,
  setStar,
} from './acts.ts';
import { openPart } from './opened.ts';
import * as rights from './rights.ts';
import { rowWords } from './texts/index.ts';

const duration = whenNeeded(
  () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
);

/** Returns the actions on a message. Those that the reader may never do are absent; those that are over say why. */
export function menuItems(message: Message): MenuItem[] {
  const { state } = chat.value;
  const now = Date.now() / 1000;
  const { id } = message;
  const { menu } = rowWords;
  const items: (MenuItem | false)[] = [
    { label: menu.quote, icon: 'quote', choose: () => quoteMessage(message) },
    { label: menu.forward, icon: 'forward', choose: () => forwardMessage(message) },
    offer(rights.mayEdit(state, message, now), {
      label: menu.edit,
      icon: 'pencil',
      choose: () => startEdit(id),
    }),
    (rights.mayChangeTopic(state, message, now).has || rights.mayMoveOut(state, message, now).has) && {
      label: menu.move,
      icon: 'corner-up-right',
      choose: () => openPart('move', id),
    },
    rights.mayResolve(state, message) && {
      label: isResolvedTopic(message.subject) ? menu.reopen : menu.resolve,
      icon: 'circle-check',
      choose: () => void setResolved(message, !isResolvedTopic(message.subject)),
    },
    {
      label: state.starred.has(id) ? menu.unstar : menu.star,
      icon: state.starred.has(id) ? 'star-off' : 'star',
      choose: () => void setStar(id, !state.starred.has(id)),
    },
    { label: menu.unread, icon: 'mail', choose: () => void markUnreadFrom(message) },
    { label: menu.remind, icon: 'alarm-clock', choose: () => openPart('remind', id) },
    { label: menu.copyLink, icon: 'link', choose: () => void copyLink(message) },
    { label: menu.copyText, icon: 'copy', choose: () => void copyMessageText(message) },
    { label: menu.source, icon: 'scroll-text', choose: () => openPart('source', id) },
    {
      label: menu.reactions,
      icon: 'smile',
      choose: () => openPart('reactions', id),
      ...(message.reactions.length === 0 ? { unavailable: rowWords.whyNot.noReactions } : {}),
    },
    rights.maySeeReaders(state) && {
      label: menu.receipts,
      icon: 'check-check',
      choose: () => openPart('receipts', id),
    },
    rights.mayReadHistory(state, message) && {
      label: menu.history,
      icon: 'history',
      choose: () => openPart('history', id),
    },
    rights.mayReport(state) && { label: menu.report, icon: 'flag', choose: () => openPart('report', id) },
    muteItem(message),
    offer(rights.mayDelete(state, message, now), {
      label: menu.delete,
      icon: 'trash-2',
      danger: true,
      choose: () => openPart('delete', id),
    }),
    rights.mayDeleteTopic(state, message) && {
      label: menu.deleteTopic,
      icon: 'trash-2',
      danger: true,
      choose: () => openPart('delete-topic', id),
    },
  ];
  return items.filter((item) => item !== false);
}

function offer(right: rights.Right, item: MenuItem): MenuItem | false {
  if (right.has) return right.until === undefined ? item : { ...item, hint: timeLeft(right.until) };
  if (right.because === 'none') return false;
  const { editingOff, editTime, deleteTime, archived } = rowWords.whyNot;
  const time = item.danger ? deleteTime : editTime;
  return { ...item, unavailable: { off: editingOff, archived, time }[right.because] };
}

function timeLeft(until: number): string {
  const minutes = Math.max(1, Math.ceil((until - Date.now() / 1000) / 60));
  return rowWords.menu.editUntil({ left: duration().format(minutes) });
}

function muteItem({ sender_id, sender_full_name }: Message): MenuItem | false {
  const { state } = chat.peek();
  if (sender_id === state.ownUserId) return false;
  const isMuted = mutedUsers(state).has(sender_id);
  const name = state.users.get(sender_id)?.full_name ?? sender_full_name;
  return {
    label: isMuted ? rowWords.menu.unmute({ name }) : rowWords.menu.mute({ name }),
    icon: 'eye-off',
    choose: () => void setMuted(sender_id, name, !isMuted),
  };
}
