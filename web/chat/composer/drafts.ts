import { effect, untracked } from '@preact/signals';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import { chat, hasState, knownState } from '../data/chat.ts';
import { queueId } from '../data/connection.ts';
import { DraftBook, type DraftServer, type LocalDraft } from '../data/draft-book.ts';
import { draftStorage, foundDrafts } from '../data/drafts-on-disk.ts';
import { ownUserId } from '../data/me.ts';
import { limit, userSettings } from '../data/settings.ts';
import { recipientsOf } from './references.ts';

/** A draft as the API takes it. */
function wireDraft({ conversation, text, editedAt }: LocalDraft) {
  const recipients = recipientsOf(conversation, ownUserId.value);
  const to = Array.isArray(recipients.to) ? recipients.to : [recipients.to];
  const topic = recipients.type === 'stream' ? recipients.topic : '';
  return { type: recipients.type, to, topic, content: text, timestamp: editedAt / 1000 };
}

const server: DraftServer = {
  isOn: () => queueId.value !== undefined && userSettings().enable_drafts_synchronization,
  takes: (text) => [...text].length <= limit('max_message_length'),
  has: (id) => knownState()?.drafts.has(id) === true,
  async create(draft) {
    const { ids } = await request<{ ids: number[] }>('/api/v1/drafts', {
      method: 'POST',
      form: { drafts: [wireDraft(draft)] },
      // The same text that two tabs have, or that is sent again after a lost answer, is one draft.
      idempotencyKey: `draft ${draft.editedAt} ${JSON.stringify(draft.conversation).length} ${draft.text.length}`,
    });
    return ids[0]!;
  },
  async update(id, draft) {
    await request(`/api/v1/drafts/${id}`, { method: 'PATCH', form: { draft: wireDraft(draft) } });
  },
  async remove(id) {
    await request(`/api/v1/drafts/${id}`, { method: 'DELETE' });
  },
  isMissing: (error) => error instanceof Refusal && error.message === 'Draft does not exist',
};

const listeners = new Set<(key: string) => void>();

const book = new DraftBook(draftStorage, server, (key) => {
  for (const listen of listeners) listen(key);
});

let isStarted = false;

/** Texts of this device and of the others, by conversation. */
export function drafts(): DraftBook {
  if (!isStarted) start();
  return book;
}

function start(): void {
  isStarted = true;
  effect(() => {
    const found = foundDrafts.value;
    // Once: what happens in the chat afterwards brings no earlier text back.
    untracked(() => book.restore(found));
  });
  effect(() => {
    if (queueId.value !== undefined) untracked(() => book.flush());
  });
  effect(() => {
    if (hasState.value) book.reconcile(chat.value.state.drafts, ownUserId.value);
  });
  const flush = () => document.hidden && book.flush();
  document.addEventListener('visibilitychange', flush);
  addEventListener('online', () => book.flush());
}

/** Calls back when a draft has changed that was not written on this page. @returns ends it */
export function onDraftChange(conversation: Conversation, changed: () => void): () => void {
  const own = conversationKey(conversation);
  const listen = (key: string) => key === own && changed();
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Changes a draft from outside its field. */
export function changeDraft(conversation: Conversation, text: string): void {
  drafts().write(conversation, text);
  for (const listen of listeners) listen(conversationKey(conversation));
}
