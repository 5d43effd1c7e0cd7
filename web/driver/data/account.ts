import { effect, signal } from '@preact/signals';
import { importKey } from '../../shared/disk/seal.ts';
import { loadSession, type Session, sessionState } from '../../shared/session/session.ts';
import { call, noteAnswer } from './connection.ts';
import { database, STRICT, type StoredAccount } from './database.ts';

/** Account of the phone's worker, with the key to the stored data. */
export type Account = StoredAccount & { key: CryptoKey };

/** State of the app's door. */
export type AccountState =
  | { kind: 'opening' }
  /** Neither offline work nor positions are to be had over plain HTTP. */
  | { kind: 'insecure' }
  /** The browser lets nothing be kept, or cannot just now. */
  | { kind: 'unkept' }
  | { kind: 'unreachable'; reason: Error }
  | { kind: 'sign in' }
  | { kind: 'no driver'; organizationName: string }
  | { kind: 'open'; account: Account };

export const accountState = signal<AccountState>({ kind: 'opening' });

/** Channel on which tabs share the account. */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('driver account') : undefined;

/**
 * Opens the app with what lies on the phone, without asking anybody; then asks who is signed in. The key is forgotten as soon
 * as the server says that the session is no more, and comes again only with a session of the same worker.
 */
export async function openAccount(): Promise<void> {
  if (!globalThis.isSecureContext) {
    accountState.value = { kind: 'insecure' };
    return;
  }
  let stored: StoredAccount | undefined;
  try {
    stored = await (await database()).get('account', 'here');
  } catch {
    accountState.value = { kind: 'unkept' };
    return;
  }
  if (stored?.key) accountState.value = { kind: 'open', account: stored as Account };
  tabs?.addEventListener('message', () => void loadSession());
  effect(() => void follow());
  await loadSession();
}

/** The account that the door is open for. */
export function accountHere(): Account | undefined {
  return accountState.value.kind === 'open' ? accountState.value.account : undefined;
}

async function follow(): Promise<void> {
  const state = sessionState.value;
  const { kind } = accountState.peek();
  if (state.kind === 'failed') {
    noteAnswer(state.reason);
    if (kind !== 'open') accountState.value = { kind: 'unreachable', reason: state.reason };
  } else if (state.kind === 'nobody' || state.kind === 'ended') await lock({ kind: 'sign in' });
  else if (state.kind === 'signed in') await welcome(state.session);
}

async function welcome(session: Session): Promise<void> {
  const { driver } = session.apps;
  const { id: organizationId, name: organizationName } = session.organization;
  if (!driver) {
    await lock({ kind: 'no driver', organizationName });
    return;
  }
  const here = accountState.peek();
  const { workerId } = driver;
  if (here.kind === 'open' && here.account.workerId === workerId) return;
  try {
    const { key } = await call<{ key: string }>('/api/v2/driver/storage-key');
    const account = {
      ...{ workerId, personId: session.person.id, organizationId, organizationName },
      key: await importKey(key),
    };
    await (await database()).put('account', account, 'here');
    accountState.value = { kind: 'open', account };
  } catch (error) {
    accountState.value = { kind: 'unreachable', reason: error as Error };
  }
}

/** Forgets the key: what lies here stays, and nobody can read it. */
async function lock(next: AccountState): Promise<void> {
  const before = accountState.peek();
  accountState.value = next;
  const db = await database();
  const transaction = db.transaction('account', 'readwrite', STRICT);
  const stored = await transaction.store.get('here');
  if (stored?.key) await transaction.store.put({ ...stored, key: null }, 'here');
  await transaction.done;
  if (before.kind === 'open') tabs?.postMessage('locked');
}
