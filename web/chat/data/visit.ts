import { effect } from '@preact/signals';
import { isLastHere, presume, sessionState } from '../../shared/session/session.ts';
import { hasFailedPart } from '../../shared/ui/lazy.tsx';
import { restoredState, type StoredState, storedState } from '../../store/chat/stored.ts';
import { chat, hasState, knownState, startWith } from './chat.ts';
import {
  clearDisk,
  diskOwner,
  LAST_WORDS,
  lockDisk,
  openDisk,
  removeCopy,
  storeCopy,
  storedCopy,
  useDiskOf,
} from './disk.ts';
import { startOutbox } from './outbox.ts';

/** The state is stored so long after it has changed; and at once when the page is hidden. */
const STORE_AFTER_MS = 10_000;
const STATE = 'state';

/** Their part is not needed at a first visit. */
async function openDrafts(): Promise<void> {
  await (await import('./drafts-on-disk.ts')).openDrafts();
}

/** Opens the page with what the last visit left on disk, before anybody is asked who is there. */
export async function openVisit(): Promise<void> {
  const session = await openDisk().catch(() => undefined);
  // Somebody signed out of another page, or another one signed in: nothing of this person is shown.
  if (session && !isLastHere(session.person.id)) return lockDisk();
  const stored = session && (await storedCopy<StoredState>(STATE));
  const state = stored && restoredState(stored);
  if (!session || !state || state.ownUserId !== session.apps.chat?.userId) return;
  // The server was quicker than a busy disk: what it said is newer.
  if (hasState.peek() || sessionState.peek().kind !== 'unknown') return;
  startWith(state);
  await openDrafts().catch(() => undefined);
  presume(session, lockDisk);
}

let isStarted = false;

/** Follows who is signed in: their data is kept here, sealed, as long as they are. To be called with the first signed-in session. */
export function followVisit(queueId: () => string | undefined): void {
  if (isStarted) return;
  isStarted = true;
  let isSending = false;
  effect(() => {
    const state = sessionState.value;
    if (state.kind === 'ended') void lockDisk();
    if (state.kind !== 'signed in') return;
    // Where nothing can be kept, everything works until the page is closed.
    void useDiskOf(state.session)
      .catch(() => undefined)
      .then(() => {
        void openDrafts().catch(() => undefined);
        if (!isSending) void startOutbox({ state: knownState, queueId });
        isSending = true;
      });
  });
  storeChanges();
}

function storeChanges(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = knownState();
    if (state && !hasFailedPart.peek()) void storeCopy(STATE, storedState(state)).catch(() => undefined);
  };
  effect(() => {
    if (hasState.value && chat.value) timer ??= setTimeout(store, STORE_AFTER_MS);
  });
  // What cannot be drawn must not fail the next visit too, which then asks the server.
  effect(() => {
    if (hasFailedPart.value) void removeCopy(STATE).catch(() => undefined);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && timer !== undefined) store();
  });
}

/** Beginning of what the chat keeps in the browser's storage: drafts, searches, emoji, what is folded. */
const OF_CHAT = 'chat-';

const endings = new Set<() => Promise<void>>();

/** Registers how a part takes away what else it stored of the person in this browser. */
export const atEndOfVisit = (end: () => Promise<void>) => void endings.add(end);

/** Takes everything of whoever signs out from this browser. What others could not send here stays, sealed, until they return. */
export async function endVisit(): Promise<void> {
  const own = diskOwner()?.personId;
  const isOthers = (key: string) => key.startsWith(LAST_WORDS) && key.split('/')[1] !== own;
  for (const key of Object.keys(localStorage))
    if (key.startsWith(OF_CHAT) && !isOthers(key)) localStorage.removeItem(key);
  await clearDisk().catch(() => undefined);
  for (const end of endings) await end().catch(() => undefined);
}
