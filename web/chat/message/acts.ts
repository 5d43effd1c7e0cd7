import { request } from '../../shared/session/session.ts';
import { copyText } from '../../shared/ui/copy.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { topicKey } from '../../store/chat/conversation.ts';
import { conversationOfMessage } from '../../store/chat/message.ts';
import { narrowOf } from '../../store/chat/narrow.ts';
import { resolvedName } from '../../store/chat/select/names.ts';
import { isUntouched } from '../../store/outbox/outbox.ts';
import type { Message } from '../../store/wire/chat.ts';
import { addressOf, BASE, narrowAddressAt, pathBelow } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { goTo } from '../data/go-to.ts';
import { markedUnread, quoteIntent, reopenedText, startEdit, unsavedEdits } from '../data/intents.ts';
import { act, chatOutbox, drop, retry } from '../data/outbox.ts';
import { setUserMuted } from '../data/own-settings.ts';
import { refuse } from '../data/refuse.ts';
import type { Reaction } from './reactions.tsx';
import { rowWords } from './texts/index.ts';

/** Does it, and says the server’s own words where it is refused. @returns whether it was done */
async function attempt(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    refuse(error as Error);
    return false;
  }
}

const ofMessage = (id: number, path = '') => `/api/v1/messages/${id}${path}`;

/** Joins a reaction, or takes one's own back. One of which only the name is known is not shown before the server has it. */
export async function toggleReaction(messageId: number, given: Partial<Reaction>, isOwn: boolean): Promise<boolean> {
  const { emoji_name, emoji_code, reaction_type } = given;
  if (emoji_name !== undefined && emoji_code !== undefined && reaction_type !== undefined) {
    const reaction = { emoji_name, emoji_code, reaction_type };
    await act({ kind: 'react', messageId, op: isOwn ? 'remove' : 'add', reaction });
    return true;
  }
  return attempt(() =>
    request(ofMessage(messageId, '/reactions'), { method: isOwn ? 'DELETE' : 'POST', form: { ...given } }),
  );
}

export async function setStar(messageId: number, isStarred: boolean): Promise<boolean> {
  await act({ kind: 'flag', messageIds: [messageId], op: isStarred ? 'add' : 'remove', flag: 'starred' });
  return true;
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
  markedUnread.value++;
  await act({ kind: 'unread from', messageId: message.id, conversation: conversationOfMessage(message) });
  showToast(rowWords.done.unread);
}

/** The address of a message for anybody who may read it. */
function linkTo(message: Message): string {
  const narrow = narrowOf(conversationOfMessage(message));
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
  const from = { channelId: message.stream_id!, topic: message.subject };
  const to = { ...from, topic: resolvedName(message.subject, toResolved) };
  const here = narrowAddressAt(pathBelow())?.narrow;
  await act({ kind: 'move', messageId: message.id, from, to, mode: 'change_all', notices: { old: false, new: true } });
  // The reader of the topic goes with it.
  if (here?.kind === 'topic' && topicKey(here.channelId, here.topic) === topicKey(from.channelId, from.topic)) {
    const channelName = chat.peek().state.channels.get(to.channelId)?.name;
    goTo(BASE + addressOf({ kind: 'topic', ...to }, { channelName }), { replace: true });
  }
  showToast(toResolved ? rowWords.done.resolved : rowWords.done.reopened);
}

export async function setMuted(userId: number, name: string, isMuted: boolean): Promise<void> {
  await setUserMuted(userId, isMuted);
  const undo = () => void setMuted(userId, name, !isMuted);
  if (isMuted) showToast(rowWords.done.muted({ name }), undo);
  else showToast(rowWords.done.unmuted({ name }));
}

/** Sends a refused message once more. */
export function retryPending(actionId: string): void {
  retry(actionId);
}

/** Gives the text of what was refused, or never left, back to where it was written. */
export function editPending(actionId: string): void {
  const action = chatOutbox.peek().find(({ id }) => id === actionId);
  // On its way meanwhile.
  if (!action || (action.stage !== 'refused' && !isUntouched(action))) return;
  const { body } = action;
  if (body.kind === 'send') reopenedText.value = { conversation: body.conversation, text: body.content };
  if (body.kind === 'edit') {
    unsavedEdits.set(body.messageId, { original: body.original, text: body.content });
    startEdit(body.messageId);
  }
  drop(actionId);
}

export function dropPending(actionId: string): void {
  drop(actionId);
}
