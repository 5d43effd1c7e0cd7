import { computed, effect } from '@preact/signals';
import { navigate } from 'wouter-preact/use-browser-location';
import { loadSession, sessionState } from '../../shared/session/session.ts';
import { accountState, openAccount } from './account.ts';
import { isAllSent, reload, unsent } from './actions.ts';
import { isQuiet } from './place.ts';
import { startPositions } from './positions.ts';
import { lookAtNotices, pushes } from './push.ts';
import { keepDriverApp } from './service-worker.ts';
import { startSync, wakeSync } from './sync.ts';
import { readKnown, refresh } from './tasks.ts';
import { noteUnsent } from './unsent-note.ts';

/** Interval at which a visible app reloads the tasks. */
const REFRESH_MS = 60_000;

/** Opens the app: what lies on the phone first, then what the server says. */
export async function startDriver(): Promise<void> {
  // Over plain HTTP browsers have none of what follows: the door says so.
  if (!globalThis.isSecureContext) return openAccount();
  let worker: string | undefined;
  effect(() => {
    const next = accountState.value.kind === 'open' ? accountState.value.account.workerId : undefined;
    if (next === worker) return;
    worker = next;
    void Promise.allSettled([readKnown(), reload()]).then(lookAround);
  });
  const notice = computed(() => {
    const session = sessionState.value;
    return session.kind === 'signed in' && accountState.value.kind === 'open' && session.session.apps.driver?.workerId;
  });
  // Whoever worked with this phone before was told of new tasks here.
  effect(() => {
    if (notice.value) void lookAtNotices();
  });
  effect(() => {
    // Before what lies on the phone is read, there is neither.
    if (accountState.value.kind === 'open' && (isAllSent.value || unsent.value))
      noteUnsent(accountState.value.account.workerId, unsent.value?.count ?? 0);
  });
  startSync();
  startPositions(wakeSync);
  keepDriverApp({
    isQuiet,
    onRefresh: () => {
      pushes.value++;
      void refresh();
    },
    onShow: (taskId, isMessage) => {
      navigate(`/driver/task/${taskId}${isMessage ? '/ask' : ''}`);
      void refresh();
    },
  }).catch(() => undefined); // Private windows of some browsers let no app be kept: it works with a network.
  await openAccount();
  addEventListener('online', lookAround);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookAround();
  });
  setInterval(() => {
    if (document.visibilityState === 'visible') lookAround();
  }, REFRESH_MS);
}

function lookAround(): void {
  if (sessionState.peek().kind === 'failed') void loadSession();
  void refresh();
}
