import { computed, signal } from '@preact/signals';
import { open, seal } from '../../shared/disk/seal.ts';
import {
  type ActionFile,
  type DriverAction,
  type QueuedAction,
  readStoredAction,
  storedAction,
} from '../../store/driver/action.ts';
import { forgettable, refusedTogether, triedAgain, unsentOf, waitsFor } from '../../store/driver/outbox.ts';
import { type Account, accountHere, accountState } from './account.ts';
import { database, STRICT, storing } from './database.ts';

/** Everything that was done on this phone by who works with it, and is not forgotten yet; in order. */
export const actions = signal<readonly QueuedAction[]>([]);

/** Worker whose actions were loaded from the phone. */
const readOf = signal<string>();

/** Unsent actions and the time of the oldest. */
export const unsent = computed(() => unsentOf(actions.value));

/** Refused actions, grouped by joint message. */
export const refused = computed(() => refusedTogether(actions.value));

/** Number of refusals. */
export const refusedCount = computed(() => refused.value.length);

/** Whether nothing is unsent, as far as can be known: before what lies here is read, it is not. */
export const isAllSent = computed(() => {
  const { kind } = accountState.value;
  if (kind === 'opening') return false;
  return kind !== 'open' || (readOf.value === accountState.value.account.workerId && !unsent.value);
});

/**
 * Decrypted actions by their initialization vector: each change is encrypted again, and few of a long shift change at a
 * time.
 */
let opened: { key: CryptoKey; byIv: ReadonlyMap<string, QueuedAction> } | undefined;

/** Told in all tabs, this one too, when actions have changed. */
const tabs = new BroadcastChannel('driver actions');
const listeners = new Set<() => void>();
tabs.onmessage = () => void reload();

/** Calls back after each change, of whichever tab. */
export function onActions(listener: () => void): void {
  listeners.add(listener);
}

/** Action with its attachments. */
export interface NewAction {
  action: DriverAction;
  /** Short description of the subject, shown in "Sent" when the task is gone. */
  title: string;
  /** Result of `keepFile`. */
  files?: readonly ActionFile[];
  location?: readonly [lon: number, lat: number] | undefined;
}

/**
 * Keeps an action on the phone; it goes out as soon as it can. When this comes back, it is on the disk.
 * @throws {StorageFull} when the phone has no room left: then it is not kept, and the driver has to be told
 */
export function queueAction(done: NewAction): Promise<void> {
  return queueActions([done]);
}

/** The same of several that were done in one go: all are kept, or none. */
export async function queueActions(done: readonly NewAction[]): Promise<void> {
  const account = accountHere()!;
  const { workerId } = account;
  const madeAt = Date.now();
  const records = await Promise.all(
    done.map(async ({ action, title, files = [], location }) => {
      const id = crypto.randomUUID();
      return {
        id,
        workerId,
        sealed: await sealAction(account, { id, action, madeAt, location, title, files, stage: 'saved' }),
      };
    }),
  );
  const db = await database();
  await storing(async () => {
    const { store, done: written } = db.transaction('actions', 'readwrite', STRICT);
    await Promise.all([...records.map((record) => store.add(record)), written]);
  });
  // It is kept, whatever becomes of showing it.
  await changed().catch(() => undefined);
  // From the first delivery on there is something to lose; what the browser answers is shown in "Me".
  if (done.some(({ action }) => action.kind === 'complete')) void navigator.storage?.persist?.().catch(() => undefined);
}

/** Has a refused action tried once more. */
export async function tryAgain(action: QueuedAction): Promise<void> {
  await saveActions([triedAgain(action)]);
}

/** Gives up actions, with their pictures. What waited for them goes on. */
export async function dropActions(given: readonly QueuedAction[]): Promise<void> {
  await forget(given);
}

/** The refused action that one waits for. */
export function heldUpBy(action: QueuedAction): QueuedAction | undefined {
  return waitsFor(actions.value, action);
}

/** Writes actions down as they are now, and tells all tabs. */
export async function saveActions(changes: readonly QueuedAction[]): Promise<void> {
  const account = accountHere();
  if (!account || changes.length === 0) return;
  const records = await Promise.all(
    changes.map(async ({ seq, ...action }) => ({
      ...{ seq, id: action.id, workerId: account.workerId },
      sealed: await sealAction(account, action),
    })),
  );
  const transaction = (await database()).transaction(['actions', 'files'], 'readwrite', STRICT);
  const store = transaction.objectStore('actions');
  const stored = await Promise.all(records.map(({ seq }) => store.get(seq)));
  // What was dropped meanwhile stays dropped, and what another worker did, before this one signed in, stays theirs.
  const own = records.flatMap((record, index) =>
    stored[index]?.workerId === account.workerId ? [[record, changes[index]!] as const] : [],
  );
  const done = own.flatMap(([, { stage, files }]) => (stage === 'sent' ? files : []));
  await Promise.all([
    ...own.map(([record]) => store.put(record)),
    ...done.map(({ id }) => transaction.objectStore('files').delete(id)),
    transaction.done,
  ]);
  await changed();
}

/** The actions as they lie on the phone. */
export async function loadActions({ workerId, key }: Account): Promise<QueuedAction[]> {
  const records = await (await database()).getAllFromIndex('actions', 'workerId', workerId);
  const before = opened?.key === key ? opened.byIv : undefined;
  const read = await Promise.allSettled(
    records.map(async ({ seq, sealed }) => {
      const iv = sealed.iv.join();
      return [iv, before?.get(iv) ?? readStoredAction(await open(key, sealed), seq!)] as const;
    }),
  );
  // What was sealed with a key that the server does not have any more stays where it is, and holds up nothing.
  const byIv = new Map(read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  if (accountHere()?.key === key) opened = { key, byIv };
  return [...byIv.values()];
}

/** Reads them anew: another tab has changed them, or another person is here. */
export async function reload(): Promise<void> {
  const account = accountHere();
  if (!account) opened = undefined;
  const found = account ? await loadActions(account) : [];
  if (accountHere()?.workerId !== account?.workerId) return;
  actions.value = found;
  readOf.value = account?.workerId;
  for (const listener of listeners) listener();
}

/** Forgets what has long been sent. */
export async function tidyActions(): Promise<void> {
  const old = forgettable(actions.value, Date.now());
  if (old.length > 0) await forget(old);
}

async function forget(gone: readonly QueuedAction[]): Promise<void> {
  const transaction = (await database()).transaction(['actions', 'files'], 'readwrite', STRICT);
  for (const { seq, files } of gone) {
    await transaction.objectStore('actions').delete(seq);
    for (const { id } of files) await transaction.objectStore('files').delete(id);
  }
  await transaction.done;
  await changed();
}

async function changed(): Promise<void> {
  tabs.postMessage('changed');
  await reload();
}

function sealAction({ key }: Account, action: Omit<QueuedAction, 'seq'>) {
  return seal(key, storedAction(action));
}
