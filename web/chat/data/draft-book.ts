import { ascending, type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import type { Draft } from '../../store/wire/chat.ts';

/** Unsent text of one conversation, with what the server has of it. */
export interface LocalDraft {
  conversation: Conversation;
  text: string;
  /** Time of the last key, in milliseconds. */
  editedAt: number;
  /** ID at the server; null: it has none. */
  serverId: number | null;
  /** Text at the server when it was last known; null: it has none. */
  serverText: string | null;
}

/** Storage of drafts on this device. What was given to it is kept, also when the page ends at once. */
export interface DraftStorage {
  put(key: string, draft: LocalDraft): void;
  remove(key: string): void;
}

/** The server's drafts. Each rejects as `request` does. */
export interface DraftServer {
  /** False while the server's drafts are not known, and for a person who keeps drafts on their devices alone (`enable_drafts_synchronization`). */
  isOn(): boolean;
  /** False for a text that the server refuses: until it is shorter it stays on the device. */
  takes(text: string): boolean;
  /** True if the server has a draft, as far as it has told. */
  has(id: number): boolean;
  create(draft: LocalDraft): Promise<number>;
  update(id: number, draft: LocalDraft): Promise<void>;
  remove(id: number): Promise<void>;
  /** True for the error of a draft that was deleted elsewhere. */
  isMissing(error: unknown): boolean;
}

interface Entry extends LocalDraft {
  /** A change is on its way. */
  isSending: boolean;
  /** Newest draft of the conversation in the events. */
  latest: Draft | undefined;
  /** Marks of what this page has replaced or given: until events tell of its last change, they are behind. */
  passed: Set<string>;
  /** It was written on this page: no earlier visit knows better. */
  isWritten: boolean;
  /** Its ID at the server is from an earlier visit: the draft may have gone since. */
  isRestored: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Pause after the last key before a draft goes to the server. */
export const SYNC_MS = 1500;
/** After a failure. */
const RETRY_MS = 20_000;

/**
 * Drafts, one for each conversation. A text is on the device when `write` returns and at the server after a pause. What another
 * device wrote replaces a text only where this one has nothing that the server does not have.
 */
export class DraftBook {
  readonly #entries = new Map<string, Entry>();
  readonly #storage: DraftStorage;
  readonly #server: DraftServer;
  readonly #onChange: (key: string) => void;
  #known: ReadonlyMap<number, Draft> = new Map();
  /** Drafts that events have had: one that is no more was deleted. */
  readonly #announced = new Set<number>();
  /** Drafts that this page has deleted: events may tell of them for a moment longer. */
  readonly #deleted = new Set<number>();

  /** @param onChange a text has changed that was not written here */
  constructor(storage: DraftStorage, server: DraftServer, onChange: (key: string) => void) {
    this.#storage = storage;
    this.#server = server;
    this.#onChange = onChange;
  }

  textOf(conversation: Conversation): string {
    return this.#entries.get(conversationKey(conversation))?.text ?? '';
  }

  /** Takes over what the device has from an earlier visit. */
  restore(drafts: Iterable<LocalDraft>): void {
    for (const draft of drafts) {
      const key = conversationKey(draft.conversation);
      const known = this.#entries.get(key);
      if (known && (known.isWritten || !isUnsent(draft))) continue;
      const entry = known ?? this.#open(key, draft.conversation);
      Object.assign(entry, { ...draft, isRestored: true });
      this.#onChange(key);
      if (isUnsent(entry)) this.#plan(entry, 0);
    }
  }

  write(conversation: Conversation, text: string, now = Date.now()): void {
    const key = conversationKey(conversation);
    const entry = this.#entries.get(key) ?? this.#open(key, conversation);
    if (entry.text === text) return;
    entry.text = text;
    entry.editedAt = now;
    entry.isWritten = true;
    this.#store(entry);
    this.#plan(entry, SYNC_MS);
  }

  /** The text was sent or thrown away: it goes from all devices at once. */
  clear(conversation: Conversation): void {
    this.write(conversation, '');
    this.flush();
  }

  /** Sends what waits for its pause: the page is hidden, or the conversation left. */
  flush(): void {
    for (const entry of this.#entries.values()) if (isUnsent(entry)) this.#plan(entry, 0);
  }

  /** Compares with the server's drafts as events tell them, those of other devices. */
  reconcile(drafts: ReadonlyMap<number, Draft>, ownUserId: number): void {
    this.#known = drafts;
    const newest = new Map<string, Draft>();
    for (const draft of drafts.values()) {
      this.#announced.add(draft.id);
      if (this.#deleted.has(draft.id)) continue;
      const conversation = draftConversation(draft, ownUserId);
      if (!conversation) continue;
      const key = conversationKey(conversation);
      const other = newest.get(key);
      if (!other || other.timestamp < draft.timestamp || (other.timestamp === draft.timestamp && other.id < draft.id))
        newest.set(key, draft);
      if (!this.#entries.has(key)) this.#open(key, conversation);
    }
    for (const [key, entry] of this.#entries) this.#adopt(key, entry, newest.get(key));
  }

  #adopt(key: string, entry: Entry, newest: Draft | undefined): void {
    const { serverId } = entry;
    entry.latest = newest;
    if (entry.isSending) return;
    // Another tab was quicker with the same text.
    if (newest?.id === serverId && isSame(newest!.content, entry.text) && !entry.passed.has(markOf(newest!)))
      entry.serverText = newest!.content;
    if (isUnsent(entry)) return;
    if (newest) {
      if (isSame(newest.content, entry.serverText) && newest.id === serverId) {
        entry.passed.clear();
        return;
      }
      if (entry.passed.has(markOf(newest))) return;
      const isOther = !isSame(newest.content, entry.text);
      Object.assign(entry, { serverId: newest.id, serverText: newest.content });
      if (!isOther) return;
      entry.text = newest.content;
      entry.editedAt = newest.timestamp * 1000;
    } else {
      if (serverId === null || !this.#isDeleted(serverId)) return;
      Object.assign(entry, { serverId: null, serverText: null, text: '' });
    }
    this.#store(entry);
    this.#onChange(key);
  }

  #open(key: string, conversation: Conversation): Entry {
    const entry: Entry = {
      conversation,
      text: '',
      editedAt: 0,
      serverId: null,
      serverText: null,
      isSending: false,
      latest: undefined,
      passed: new Set(),
      isWritten: false,
      isRestored: false,
      timer: undefined,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  #store(entry: Entry): void {
    const { conversation, text, editedAt, serverId, serverText } = entry;
    const key = conversationKey(conversation);
    if (text === '' && serverId === null) this.#storage.remove(key);
    else this.#storage.put(key, { conversation, text, editedAt, serverId, serverText });
  }

  #plan(entry: Entry, delay: number): void {
    clearTimeout(entry.timer);
    if (!this.#server.isOn() || !this.#server.takes(entry.text)) return;
    entry.timer = setTimeout(() => void this.#send(entry), delay);
  }

  async #send(entry: Entry): Promise<void> {
    if (entry.isSending || !isUnsent(entry)) return;
    entry.isSending = true;
    const sent: LocalDraft = { ...entry };
    try {
      await this.#bring(entry, sent);
      entry.isSending = false;
      this.#store(entry);
      // What was sent meanwhile goes at once: a tab that is opened now would bring it back, and delete it too.
      if (isUnsent(entry)) this.#plan(entry, entry.text.trim() === '' ? 0 : SYNC_MS);
    } catch {
      // The text is on the device; the server gets it with the next change, or later.
      entry.isSending = false;
      this.#plan(entry, RETRY_MS);
    }
  }

  async #bring(entry: Entry, sent: LocalDraft): Promise<void> {
    const isGone = entry.isRestored ? (id: number) => !this.#server.has(id) : (id: number) => this.#isDeleted(id);
    if (entry.serverId !== null && isGone(entry.serverId)) Object.assign(entry, { serverId: null, serverText: null });
    entry.isRestored = false;
    const { serverId, latest } = entry;
    const isOverwriting = this.#isOverwriting(entry);
    try {
      if (sent.text.trim() === '') {
        if (serverId !== null) await this.#server.remove(serverId);
        this.#forget(entry);
        return;
      }
      if (latest) entry.passed.add(markOf(latest));
      // What another device wrote meanwhile stays beside it.
      if (serverId === null || isOverwriting) entry.serverId = await this.#server.create(sent);
      else await this.#server.update(serverId, sent);
      entry.serverText = sent.text;
      entry.passed.add(markOf({ id: entry.serverId!, content: sent.text, timestamp: sent.editedAt / 1000 }));
    } catch (error) {
      if (!this.#server.isMissing(error)) throw error;
      this.#forget(entry);
    }
  }

  /** The server has no draft any more, whatever events still tell. */
  #forget(entry: Entry): void {
    if (entry.serverId !== null) this.#deleted.add(entry.serverId);
    entry.passed.clear();
    Object.assign(entry, { serverId: null, serverText: null });
  }

  #isDeleted(id: number): boolean {
    return this.#deleted.has(id) || (this.#announced.has(id) && !this.#known.has(id));
  }

  #isOverwriting({ serverId, serverText, passed }: Entry): boolean {
    const known = this.#known.get(serverId!);
    return known !== undefined && !isSame(known.content, serverText) && !passed.has(markOf(known));
  }
}

/** True if the server does not have the text. */
function isUnsent({ text, serverText }: LocalDraft): boolean {
  return !isSame(text, serverText);
}

/** The server takes blanks at the ends away. */
function isSame(text: string, other: string | null): boolean {
  return text.trim() === (other ?? '').trim();
}

/** The server keeps the seconds of a time. */
function markOf({ id, content, timestamp }: Pick<Draft, 'id' | 'content' | 'timestamp'>): string {
  return `${id} ${Math.floor(timestamp)} ${content.trim()}`;
}

/** Returns the conversation that a draft is for; undefined if it has none yet. */
export function draftConversation({ type, to, topic }: Draft, ownUserId: number): Conversation | undefined {
  if (type === 'stream') return { channelId: to[0]!, topic };
  if (type === 'private' && to.length > 0) return { userIds: ascending(new Set([...to, ownUserId])) };
  return undefined;
}
