import { effect } from '@preact/signals';
import { isLastHere, presume, sessionState } from '../../shared/session/session.ts';
import { restoredState, type StoredState } from '../../store/chat/stored.ts';
import { hasState, knownState, startWith } from './chat.ts';
import { lockDisk, openDisk, STATE, storedCopy, useDiskOf } from './disk.ts';
import { startOutbox } from './outbox.ts';

/** Their part is not needed at a first visit. */
async function openDrafts(): Promise<void> {
  await (await import('./drafts-on-disk.ts')).openDrafts();
}

/** Opens the page with what the last visit left on disk, before anybody is asked who is there. */
export async function openVisit(): Promise<void> {
  const session = await openDisk().catch(() => undefined);
  // Somebody signed out of another page, or another one signed in: nothing of this person is shown.
  if (session && !isLastHere(session.person.id)) return lockDisk();
  // Their part comes while the state is read.
  const drafts = session && import('./drafts-on-disk.ts').catch(() => undefined);
  const stored = session && (await storedCopy<StoredState>(STATE));
  const state = stored && restoredState(stored);
  if (!session || !state || state.ownUserId !== session.apps.chat?.userId) return;
  // The server was quicker than a busy disk: what it said is newer.
  if (hasState.peek() || sessionState.peek().kind !== 'unknown') return;
  startWith(state);
  presume(session, lockDisk);
  await (await drafts)?.openDrafts().catch(() => undefined);
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
  // What it changes is stored: nothing of that is needed at first. Without it the next visit asks the server.
  import('./store-visit.ts').then(({ storeChanges }) => storeChanges()).catch(() => undefined);
}
