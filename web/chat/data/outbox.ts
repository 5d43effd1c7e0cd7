import { signal } from '@preact/signals';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import { type ChatAction, objectOf, type QueuedChatAction } from '../../store/chat/outbox/action.ts';
import { requestOf } from '../../store/chat/outbox/request.ts';
import { isSeen } from '../../store/chat/outbox/shown.ts';
import type { ChatState } from '../../store/chat/state.ts';
import {
  dueActions,
  failedAction,
  hurried,
  isUntouched,
  nextRetryIn,
  type Outbox,
  reconcile,
  SETTLED_MS,
  withAction,
  withoutAction,
  withStage,
} from '../../store/outbox/outbox.ts';
import { isDefinite } from '../../store/outbox/retry.ts';
import { adoptActions, dropAction, storeAction } from './disk.ts';
import { ownUserId } from './me.ts';

/** Actions on this page that the state does not show yet. */
export const chatOutbox = signal<Outbox<ChatAction>>([]);

/** The server does not take longer for an answer than this; then it is asked again. */
const TIMEOUT_MS = 30_000;
/** This tab, among those that store actions: each holds a lock of the browser's by its name. */
const tab = uniqueId();

interface Surroundings {
  /** The state as events left it, without what is pending. */
  state: () => ChatState | undefined;
  queueId: () => string | undefined;
}
let surroundings: Surroundings = { state: () => undefined, queueId: () => undefined };
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins to send, with what closed tabs and earlier visits left unsent. */
export async function startOutbox(given: Surroundings): Promise<void> {
  surroundings = given;
  addEventListener('online', retryNow);
  void navigator.locks?.request(lockName(tab), () => new Promise(() => {}));
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  const left = await adoptActions(tab, (other) => held.has(lockName(other))).catch(() => []);
  // What was on its way may have arrived: it is asked for again under the same ID.
  const waiting = left.map((action) =>
    action.stage === 'refused' ? action : { ...action, stage: 'waiting' as const },
  );
  chatOutbox.value = [...waiting.filter(({ stage }) => stage !== 'done'), ...chatOutbox.value];
  sendDue();
}

const lockName = (id: string) => `chat outbox ${id}`;

/** Does something: it is shown at once, and sent as soon as the server can be reached. */
export async function act(body: ChatAction): Promise<string> {
  const id = uniqueId();
  chatOutbox.value = withAction(chatOutbox.value, { id, object: objectOf(body), body, madeAt: Date.now() });
  // Without a disk it is sent all the same; it is lost with the page then.
  await storeAction(actionById(id)!, tab).catch(() => undefined);
  sendDue();
  return id;
}

function actionById(id: string): QueuedChatAction | undefined {
  return chatOutbox.value.find((action) => action.id === id);
}

/** Takes back what was never sent. @returns whether it was so */
export function takeBack(id: string): boolean {
  const action = actionById(id);
  if (!action || !isUntouched(action)) return false;
  drop(id);
  return true;
}

/** Forgets a refused action, or one that waits. */
export function drop(id: string): void {
  chatOutbox.value = withoutAction(chatOutbox.value, id);
  void dropAction(id).catch(() => undefined);
}

/** Sends a refused action once more. */
export function retry(id: string): void {
  chatOutbox.value = withStage(chatOutbox.value, id, { stage: 'waiting', refusal: undefined, retryAt: undefined });
  sendDue();
}

/** Everything that waits goes out at once: the network is back, or the event stream is. */
export function retryNow(): void {
  chatOutbox.value = hurried(chatOutbox.value);
  sendDue();
}

/** Number of actions that wait for the server: signing out asks first. */
export function unsentCount(): number {
  return chatOutbox.value.filter(({ stage }) => stage === 'waiting' || stage === 'sending').length;
}

/** Forgets what the state shows by now. To be called after changes of the state. */
export function settleOutbox(): void {
  const state = surroundings.state();
  if (!state) return;
  const after = reconcile(chatOutbox.value, (action) => isSeen(state, action), Date.now());
  if (after !== chatOutbox.value) chatOutbox.value = after;
}

function sendDue(): void {
  clearTimeout(timer);
  for (const action of dueActions(chatOutbox.value, Date.now())) void sendAction(action);
  const wait = nextRetryIn(chatOutbox.value, Date.now());
  if (wait !== undefined) timer = setTimeout(sendDue, wait);
}

async function sendAction({ id, body }: QueuedChatAction): Promise<void> {
  chatOutbox.value = withStage(chatOutbox.value, id, { stage: 'sending' });
  try {
    const { method, path, form } = requestOf({ id, body }, ownUserId.peek(), surroundings.queueId());
    const answer = await request<{ id?: number }>(`/api/v1${path}`, {
      ...{ method, idempotencyKey: id, signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...(form && { form }),
    });
    done(id, body.kind === 'send' ? { ...body, messageId: answer.id! } : body);
  } catch (error) {
    failed(id, error);
  }
  sendDue();
}

function done(id: string, body: ChatAction): void {
  chatOutbox.value = withStage(chatOutbox.value, id, { stage: 'done', answeredAt: Date.now(), body });
  void dropAction(id).catch(() => undefined);
  settleOutbox();
  // Where the state never shows it, somebody was quicker.
  setTimeout(settleOutbox, SETTLED_MS);
}

function failed(id: string, error: unknown): void {
  const action = actionById(id);
  if (!action) return;
  if (!(error instanceof Refusal) || !isDefinite(error.status)) {
    chatOutbox.value = failedAction(chatOutbox.value, id, Date.now());
    return;
  }
  const state = surroundings.state();
  // It was done before, and only the answer was lost.
  if (action.failures && state && isSeen(state, action)) {
    done(id, action.body);
    return;
  }
  if (action.body.kind !== 'send') {
    // What was shown is taken back, with the reason.
    drop(id);
    showToast(error.message, undefined, 'refused');
    return;
  }
  const refusal = { sentence: error.message, status: error.status, requestId: error.requestId };
  chatOutbox.value = withStage(chatOutbox.value, id, { stage: 'refused', answeredAt: Date.now(), refusal });
  void storeAction(actionById(id)!, tab).catch(() => undefined);
}
