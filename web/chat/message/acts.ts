import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { copyText } from '../../shared/ui/copy.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { narrowTerms } from '../../store/chat/narrow.ts';
import { resolvedName } from '../../store/chat/select/names.ts';
import type { Message } from '../../store/wire/chat.ts';
import { addressOf, BASE } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { markedUnread, quoteIntent } from '../data/intents.ts';
import { narrowOfMessage } from './narrow-of-message.ts';
import type { Reaction } from './reactions.tsx';
import { rowWords } from './texts/index.ts';

/** Messages that "unread from here" reaches at once, as many as the server takes. */
const MAX_MARKED = 5000;

/** Does it, and says the server’s own words where it is refused. @returns whether it was done */
async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    showToast(error instanceof Refusal ? error.message : texts.states.unreachable, undefined, 'refused');
    return false;
  }
}

const ofMessage = (id: number, path = '') => `/api/v1/messages/${id}${path}`;

/** Joins a reaction, or takes one's own back. */
export function toggleReaction(messageId: number, reaction: Partial<Reaction>, isOwn: boolean): Promise<boolean> {
  return attempt(() =>
    request(ofMessage(messageId, '/reactions'), { method: isOwn ? 'DELETE' : 'POST', form: { ...reaction } }),
  );
}

export function setStar(messageId: number, isStarred: boolean): Promise<boolean> {
  return attempt(() =>
    request('/api/v1/messages/flags', {
      method: 'POST',
      form: { messages: [messageId], op: isStarred ? 'add' : 'remove', flag: 'starred' },
    }),
  );
}

/** Hands what is selected of the message, or all of it, to the composer. */
export function quoteMessage(message: Message): void {
  const selection = getSelection();
  const row = document.querySelector(`[data-message="${message.id}"]`);
  const isWithin = selection?.anchorNode && row?.contains(selection.anchorNode) && row.contains(selection.focusNode);
  quoteIntent.value = { messageId: message.id, selection: (isWithin && selection.toString().trim()) || undefined };
}

/** Quotes the message in a conversation that is asked for. */
export function forwardMessage({ id }: Message): void {
  quoteIntent.value = { messageId: id, asks: true };
}

/** Makes this message and the later ones of its conversation unread. */
export async function markUnreadFrom(message: Message): Promise<void> {
  const narrow = narrowTerms(narrowOfMessage(message), chat.peek().state.ownUserId);
  markedUnread.value++;
  const isDone = await attempt(() =>
    request('/api/v1/messages/flags/narrow', {
      method: 'POST',
      form: {
        ...{ anchor: String(message.id), num_before: 0, num_after: MAX_MARKED, include_anchor: true },
        ...{ narrow, op: 'remove', flag: 'read' },
      },
    }),
  );
  if (!isDone) return;
  showToast(rowWords.done.unread);
}

/** The address of a message for anybody who may read it. */
function linkTo(message: Message): string {
  const narrow = narrowOfMessage(message);
  const channelName = 'channelId' in narrow ? chat.peek().state.channels.get(narrow.channelId)?.name : undefined;
  return new URL(BASE + addressOf(narrow, { near: message.id, channelName }), location.href).href;
}

export async function copyLink(message: Message): Promise<void> {
  await copy(linkTo(message), rowWords.copied.link);
}

/** Copies a message as it is read, without HTML. */
export async function copyMessageText(message: Message): Promise<void> {
  const shown = document.querySelector<HTMLElement>(`[data-message="${message.id}"] .message-html`);
  await copy(shown?.innerText.trim() ?? message.content, rowWords.copied.text);
}

export async function copy(text: string, done: string): Promise<void> {
  if (await copyText(text)) showToast(done);
  else showToast(rowWords.copied.not({ text }), undefined, 'refused');
}

/** Resolves or reopens the topic of a message. */
export async function setResolved(message: Message, toResolved: boolean): Promise<void> {
  const topic = resolvedName(message.subject, toResolved);
  const isDone = await attempt(() =>
    request(ofMessage(message.id), { method: 'PATCH', form: { topic, propagate_mode: 'change_all' } }),
  );
  if (isDone) showToast(toResolved ? rowWords.done.resolved : rowWords.done.reopened);
}

export async function setMuted(userId: number, name: string, isMuted: boolean): Promise<void> {
  const isDone = await attempt(() =>
    request(`/api/v1/users/me/muted_users/${userId}`, { method: isMuted ? 'POST' : 'DELETE' }),
  );
  if (!isDone) return;
  const undo = () => void setMuted(userId, name, !isMuted);
  if (isMuted) showToast(rowWords.done.muted({ name }), undo);
  else showToast(rowWords.done.unmuted({ name }));
}

export function retryPending(_actionId: string): void {}
export function editPending(_actionId: string, _message: Message): void {}
export function dropPending(_actionId: string): void {}
