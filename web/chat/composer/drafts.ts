import { effect } from '@preact/signals';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import { chat, hasState } from '../data/chat.ts';
import { ownUserId, session } from '../data/me.ts';
import { DraftBook, type DraftServer, type DraftStorage, type LocalDraft } from './draft-book.ts';
import { recipientsOf } from './references.ts';
import { userSettings } from './settings.ts';

const PREFIX = 'chat-draft/';

/** Drafts of this person on this device start so. */
const ownPrefix = () => `${PREFIX}${session.value!.person.id}/`;

/** The browser writes it before `setItem` returns, so a crash loses nothing. */
const storage: DraftStorage = {
  put(key, draft) {
    try {
      localStorage.setItem(ownPrefix() + key, JSON.stringify(draft));
    } catch {
      // The device has no room: the draft is on the page and at the server.
    }
  },
  remove: (key) => localStorage.removeItem(ownPrefix() + key),
};

/** A draft as the API takes it. */
function wireDraft({ conversation, text, editedAt }: LocalDraft) {
  const recipients = recipientsOf(conversation, ownUserId.value);
  const to = Array.isArray(recipients.to) ? recipients.to : [recipients.to];
  const topic = recipients.type === 'stream' ? recipients.topic : '';
  return { type: recipients.type, to, topic, content: text, timestamp: editedAt / 1000 };
}

const server: DraftServer = {
  isOn: () => userSettings().enable_drafts_synchronization,
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

const book = new DraftBook(storage, server, (key) => {
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
  book.restore(storedDrafts());
  effect(() => {
    if (hasState.value) book.reconcile(chat.value.state.drafts, ownUserId.value);
  });
  const flush = () => document.hidden && book.flush();
  document.addEventListener('visibilitychange', flush);
  addEventListener('online', () => book.flush());
}

/** Drafts of earlier visits. Those of another person who used this browser go. */
function storedDrafts(): LocalDraft[] {
  const found: LocalDraft[] = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    if (!key.startsWith(ownPrefix())) {
      localStorage.removeItem(key);
      continue;
    }
    try {
      found.push(JSON.parse(localStorage.getItem(key)!) as LocalDraft);
    } catch {
      localStorage.removeItem(key);
    }
  }
  return found;
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
