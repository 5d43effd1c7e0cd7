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
  nextRetryIn,
  type Outbox,
  reconcile,
  SETTLED_MS,
  unsentAction,
  withAction,
  withoutAction,
  withStage,
} from '../../store/outbox/outbox.ts';
import { isDefinite } from '../../store/outbox/retry.ts';
import { adoptActions, dropAction, storeAction } from './disk.ts';
import { ownUserId } from './me.ts';
import { messageAsWritten } from './message-source.ts';

/** Actions on this page that the state does not show yet. */
export const chatOutbox = signal<Outbox<ChatAction>>([]);

/** Actions of which somebody waits for the answer, by ID. */
const awaited = new Map<string, { resolve(isDone: boolean): void; reject(error: Error): void }>();

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
  // What was on its way may have arrived, and counts as tried: it is asked for again under the same ID.
  const waiting = left.map((action) =>
    action.stage === 'refused'
      ? action
      : { ...action, stage: 'waiting' as const, failures: Math.max(1, action.failures ?? 0) },
  );
  chatOutbox.value = [...waiting.filter(({ stage }) => stage !== 'done'), ...chatOutbox.value];
  sendDue();
}

const lockName = (id: string) => `chat outbox ${id}`;

/** Does something: it is shown at once, and sent as soon as the server can be reached. */
export async function act(body: ChatAction, id = uniqueId()): Promise<string> {
  chatOutbox.value = withAction(chatOutbox.value, { id, object: objectOf(body), body, madeAt: Date.now() });
  // Without a disk it is sent all the same; it is lost with the page then.
  await storeAction(actionById(id)!, tab).catch(() => undefined);
  // Answered before it was stored: the next visit would send it again.
  if ((actionById(id)?.stage ?? 'done') === 'done') void dropAction(id).catch(() => undefined);
  sendDue();
  return id;
}

/**
 * Does something and waits for the answer.
 * @returns whether it was done; false: nobody answered, so it waits and is sent later
 * @throws {Refusal} nothing of it is left then
 */
export async function actNow(body: ChatAction): Promise<boolean> {
  const id = uniqueId();
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  // The answer may be quicker than the disk.
  awaited.set(id, { resolve, reject });
  promise.catch(() => undefined);
  await act(body, id);
  // The network is away, or an earlier action on the same object waits.
  if (actionById(id)?.stage === 'waiting') answered(id)?.resolve(false);
  return promise;
}

function actionById(id: string): QueuedChatAction | undefined {
  return chatOutbox.value.find((action) => action.id === id);
}

/** Forgets a refused action, or one that was never sent. */
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

/** Returns the newest edit of a message that the server has not taken. */
export function waitingEdit(messageId: number) {
  const edits = chatOutbox.value.flatMap(({ body }) =>
    body.kind === 'edit' && body.messageId === messageId ? [body] : [],
  );
  return edits.at(-1);
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
  const hasNetwork = navigator.onLine;
  try {
    const sent = body.kind === 'subscribe' ? await (await import('./present-name.ts')).named(body) : body;
    const { method, path, form } = requestOf({ id, body: sent }, ownUserId.peek(), surroundings.queueId());
    const answer = await request<{ id?: number }>(`/api/v1${path}`, {
      ...{ method, idempotencyKey: id, signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...(form && { form }),
    });
    if (body.kind === 'send') {
      // Its event may come without the action's ID, where the page had no event queue yet: the row stays the same.
      surroundings.state()?.localIds.set(answer.id!, id);
      done(id, { ...body, messageId: answer.id! });
    } else done(id, body);
  } catch (error) {
    await failed(id, error, hasNetwork);
  }
  sendDue();
}

function done(id: string, body: ChatAction): void {
  answered(id)?.resolve(true);
  chatOutbox.value = withStage(chatOutbox.value, id, { stage: 'done', answeredAt: Date.now(), body });
  void dropAction(id).catch(() => undefined);
  settleOutbox();
  // Where the state never shows it, somebody was quicker.
  setTimeout(settleOutbox, SETTLED_MS);
}

async function failed(id: string, error: unknown, hadNetwork: boolean): Promise<void> {
  const action = actionById(id);
  if (!action) return;
  if (!(error instanceof Refusal) || !isDefinite(error.status)) {
    const fail = hadNetwork || error instanceof Refusal ? failedAction : unsentAction;
    chatOutbox.value = fail(chatOutbox.value, id, Date.now());
    answered(id)?.resolve(false);
    return;
  }
  // It was done before, and only the answer was lost.
  if (action.failures && (await wasDone(action))) {
    done(id, action.body);
    return;
  }
  // A message was deleted meanwhile. Nobody asked for this one; the others are read all the same.
  if (action.body.kind === 'flag' && action.body.flag === 'read') {
    drop(id);
    const { messageIds } = action.body;
    const left = messageIds.filter((each) => surroundings.state()?.unread.has(each));
    if (left.length > 0 && left.length < messageIds.length) void act({ ...action.body, messageIds: left });
    return;
  }
  const waiting = answered(id);
  if (waiting || (action.body.kind !== 'send' && action.body.kind !== 'edit')) {
    // What was shown is taken back, with the reason.
    drop(id);
    if (waiting) waiting.reject(error);
    else showToast(error.message, undefined, 'refused');
    return;
  }
  const { message: sentence, status, code, requestId } = error;
  const refusal = { sentence, status, code, requestId };
  chatOutbox.value = withStage(chatOutbox.value, id, { stage: 'refused', answeredAt: Date.now(), refusal });
  void storeAction(actionById(id)!, tab).catch(() => undefined);
}

/** Returns who waits for the answer of an action, once. */
function answered(id: string) {
  const waiting = awaited.get(id);
  awaited.delete(id);
  return waiting;
}

/** Whether a refused action was done by an earlier try: the state shows it, or the message does. @throws nothing */
async function wasDone(action: QueuedChatAction): Promise<boolean> {
  const { body } = action;
  const state = surroundings.state();
  if (state && isSeen(state, action)) return true;
  if (body.kind !== 'edit' && body.kind !== 'delete' && body.kind !== 'move') return false;
  try {
    const message = await messageAsWritten(body.messageId);
    if (body.kind === 'edit') return message.content === body.content;
    return body.kind === 'move' && message.stream_id === body.to.channelId && message.subject === body.to.topic;
  } catch (error) {
    return body.kind === 'delete' && error instanceof Refusal && isDefinite(error.status);
  }
}
