import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { importKey, open, type Sealed, seal } from '../../shared/disk/seal.ts';
import { send } from '../../shared/session/request.ts';
import type { Session } from '../../shared/session/session.ts';
import type { QueuedChatAction } from '../../store/chat/outbox/action.ts';

/**
 * Data of this browser on disk, so that the next visit paints before any answer: all of it is sealed with a key that the
 * server gives only to sessions of its person. `session` says who they are.
 */
interface StoredAccount {
  session: Session;
  /** When the server last said so, in milliseconds; a first version did not note it. */
  confirmedAt?: number;
  key: CryptoKey;
}

/** `owner`: person. `tab`: the one that sends it, as long as it is open. */
interface StoredAction {
  id: string;
  owner: string;
  tab: string;
  madeAt: number;
  sealed: Sealed;
}

interface ChatSchema extends DBSchema {
  account: { key: 'here'; value: StoredAccount };
  copies: { key: [owner: string, name: string]; value: { owner: string; name: string; sealed: Sealed } };
  actions: { key: string; value: StoredAction; indexes: { owner: string } };
}

/** Name of the chat's state among the sealed copies. */
export const STATE = 'state';
const NAME = 'hubbub-chat';
const VERSION = 1;
/** Storage key of the drafts that were not on disk yet when a page ended: by person and page. They are sealed too. */
export const LAST_WORDS = 'chat-last-words/';
/** The server ends a session that was not used for so long (`src/platform/sessions/session.ts`): its key goes too. */
const UNUSED_MS = 30 * 24 * 3600_000;
/** An action must be on the disk before its text leaves the composer. */
const STRICT = { durability: 'strict' } as const;

let opened: Promise<IDBPDatabase<ChatSchema>> | undefined;
let account: StoredAccount | undefined;

/** @throws where the browser keeps nothing */
function database(): Promise<IDBPDatabase<ChatSchema>> {
  opened ??= openDB<ChatSchema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore('account');
      db.createObjectStore('copies', { keyPath: ['owner', 'name'] });
      db.createObjectStore('actions', { keyPath: 'id' }).createIndex('owner', 'owner');
    },
    // A newer page in another tab: this one lets go, and opens it again when it next needs it.
    blocking: (_current, _blocked, event) => {
      opened = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      opened = undefined;
    },
  }).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Whether this browser can seal and keep anything: over plain HTTP none can. */
const hasDisk = globalThis.isSecureContext && 'indexedDB' in globalThis;

/** Opens what is on disk; returns who was signed in here last. */
export async function openDisk(): Promise<Session | undefined> {
  if (!hasDisk) return undefined;
  account = await (await database()).get('account', 'here').catch(() => undefined);
  if (account?.confirmedAt !== undefined && account.confirmedAt < Date.now() - UNUSED_MS) await lockDisk();
  return account?.session;
}

/** Gets the key of whoever is signed in, and keeps it here. On a shared device there is none, and nothing is kept. */
export async function useDiskOf(session: Session): Promise<void> {
  if (!hasDisk) return;
  const owner = session.person.id;
  if (account?.session.person.id !== owner || account.session.organization.id !== session.organization.id) {
    const { key } = await send<{ key: string | null }>('/api/session/storage-key');
    account = key === null ? undefined : { session, confirmedAt: Date.now(), key: await importKey(key) };
    // The session of the last visit is the server's word of then.
  } else if (account.session !== session) account = { ...account, session, confirmedAt: Date.now() };
  if (account) await (await database()).put('account', account, 'here');
}

/** Keeps a value sealed under a name. */
export async function storeCopy(name: string, value: unknown): Promise<void> {
  if (!account) return;
  const { session, key } = account;
  const sealed = await seal(key, value);
  await (await database()).put('copies', { owner: session.person.id, name, sealed });
}

/** Returns a value that was kept; undefined where there is none that can be read. */
export async function storedCopy<T>(name: string): Promise<T | undefined> {
  if (!account) return undefined;
  const { session, key } = account;
  try {
    const stored = await (await database()).get('copies', [session.person.id, name]);
    return stored && (await open<T>(key, stored.sealed));
  } catch {
    return undefined;
  }
}

/** Returns the values that were kept under names which start so; what cannot be read is left out. */
export async function storedCopies<T>(start: string): Promise<Map<string, T>> {
  const values = new Map<string, T>();
  if (!account) return values;
  const { session, key } = account;
  const owner = session.person.id;
  const range = IDBKeyRange.bound([owner, start], [owner, `${start}\uffff`]);
  for (const { name, sealed } of await (await database()).getAll('copies', range)) {
    const value = await open<T>(key, sealed).catch(() => undefined);
    if (value !== undefined) values.set(name.slice(start.length), value);
  }
  return values;
}

export async function removeCopy(name: string): Promise<void> {
  if (account) await (await database()).delete('copies', [account.session.person.id, name]);
}

/** Returns the person whose data this browser keeps, and their key; undefined: nothing is kept. */
export function diskOwner(): { personId: string; key: CryptoKey } | undefined {
  return account && { personId: account.session.person.id, key: account.key };
}

/** Keeps an action until the server has answered. */
export async function storeAction(action: QueuedChatAction, tab: string): Promise<void> {
  if (!account) return;
  const { session, key } = account;
  const { id, madeAt } = action;
  const stored = { id, owner: session.person.id, tab, madeAt, sealed: await seal(key, action) };
  const transaction = (await database()).transaction('actions', 'readwrite', STRICT);
  await transaction.store.put(stored);
  await transaction.done;
}

export async function dropAction(id: string): Promise<void> {
  if (account) await (await database()).delete('actions', id);
}

/** Returns the actions of tabs that are closed, in the order in which they were made, and makes them this tab's. */
export async function adoptActions(tab: string, isOpen: (tab: string) => boolean): Promise<QueuedChatAction[]> {
  if (!account) return [];
  const { session, key } = account;
  const transaction = (await database()).transaction('actions', 'readwrite', STRICT);
  const all = await transaction.store.index('owner').getAll(session.person.id);
  const orphans = all.filter((each) => !isOpen(each.tab)).sort((a, b) => a.madeAt - b.madeAt);
  for (const each of orphans) await transaction.store.put({ ...each, tab });
  await transaction.done;
  const actions = await Promise.all(
    orphans.map(({ sealed }) => open<QueuedChatAction>(key, sealed).catch(() => undefined)),
  );
  return actions.filter((action) => action !== undefined);
}

/** Removes everything of whoever signs out, and their key. What others could not send here stays, sealed, until they return. */
export async function clearDisk(): Promise<void> {
  if (!hasDisk) return;
  const owner = account?.session.person.id;
  account = undefined;
  const db = await database();
  const transaction = db.transaction(['account', 'copies', 'actions'], 'readwrite', STRICT);
  await transaction.objectStore('account').delete('here');
  if (owner !== undefined) {
    await transaction.objectStore('copies').delete(IDBKeyRange.bound([owner], [owner, []]));
    const actions = transaction.objectStore('actions');
    for (const id of await actions.index('owner').getAllKeys(owner)) await actions.delete(id);
  }
  await transaction.done;
}

/** Forgets the key: what waits to be sent stays, sealed, until the same person is here again. */
export async function lockDisk(): Promise<void> {
  if (!hasDisk) return;
  account = undefined;
  await (await database()).delete('account', 'here');
}
