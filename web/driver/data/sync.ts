import { computed, effect } from '@preact/signals';
import { MAX_DRIVER_ACTIONS } from '../../../rules/limits.ts';
import { clockSkew, Refusal } from '../../shared/session/request.ts';
import { loadSession, sessionState } from '../../shared/session/session.ts';
import { type ActionFile, type QueuedAction, taskOf } from '../../store/driver/action.ts';
import { type ActionResult, answered, nextStep, type PhoneTime } from '../../store/driver/outbox.ts';
import { wireAction, wireMessage } from '../../store/driver/wire-action.ts';
import { waitAfter } from '../../store/outbox/retry.ts';
import type { SendActionsAnswer } from '../../store/wire/dispatch.ts';
import { type Account, accountHere, accountState } from './account.ts';
import { loadActions, onActions, saveActions, tidyActions } from './actions.ts';
import { call } from './connection.ts';
import { readFile } from './files.ts';
import { sendPositions } from './positions.ts';
import { refresh } from './tasks.ts';
import { isPictureRefused, upload } from './uploads.ts';
import { Waker } from './waker.ts';

const waker = new Waker();
/** Number of failures since the last success. */
let failures = 0;

/**
 * Sends what is kept on the phone, in one tab at a time: the lock passes on when that tab is closed. Whatever was done, in
 * whichever tab, a network that is back, and a session at an open door wake it.
 */
export function startSync(): void {
  void navigator.locks.request('driver sync', () => sendForEver());
  onActions(() => waker.wake());
  const session = computed(() => (accountState.value.kind === 'open' ? sessionState.value.kind : undefined));
  effect(() => {
    if (session.value === 'signed in' || session.value === 'failed') waker.wake();
  });
  addEventListener('online', () => waker.wake());
  document.addEventListener('visibilitychange', () => waker.wake());
}

/** A position was kept: it goes out at once, unless what failed waits to be tried again. Then it goes with that. */
export function wakeSync(): void {
  if (failures === 0) waker.wake();
}

async function sendForEver(): Promise<never> {
  for (;;) {
    try {
      await sendAll();
      failures = 0;
      await waker.sleep();
    } catch {
      failures++;
      await waker.sleep(waitAfter(failures));
    }
  }
}

/** Sends until nothing is left that can be sent. @throws when the server cannot be reached, or cannot take it now */
async function sendAll(): Promise<void> {
  const account = accountHere();
  if (!account || !(await isSessionOf(account))) return;
  let hasSent = false;
  let most = MAX_DRIVER_ACTIONS;
  for (;;) {
    if (accountHere() !== account) return;
    const step = nextStep(await loadActions(account), most);
    if (!step) break;
    if (step.kind === 'upload') await sendFiles(step.action);
    else if (step.kind === 'message') await sendMessage(account, step.action);
    // What the server does not take as a whole is sent one by one, so that one bad action holds up no other.
    else most = (await sendBatch(account, step.actions)) ? MAX_DRIVER_ACTIONS : 1;
    hasSent = true;
  }
  if (hasSent) {
    void refresh();
    await tidyActions();
  }
  await sendPositions(account);
}

/**
 * Whether the session is the one of whom the app is open for: it opens without a network, and somebody else may have signed in with
 * this browser since.
 * @throws when the server cannot be asked
 */
async function isSessionOf({ workerId }: Account): Promise<boolean> {
  if (sessionState.peek().kind === 'failed') await loadSession();
  const state = sessionState.peek();
  if (state.kind === 'failed') throw state.reason;
  return state.kind === 'signed in' && state.session.apps.driver?.workerId === workerId;
}

async function sendFiles(action: QueuedAction): Promise<void> {
  const files: ActionFile[] = [...action.files];
  const note = async (index: number, change: Partial<ActionFile>) => {
    files[index] = { ...files[index]!, ...change };
    await saveActions([{ ...action, files: [...files] }]);
  };
  for (const [index, file] of files.entries()) {
    if (file.uploadId || file.isLost) continue;
    const bytes = await readFile(file.id);
    if (!bytes) {
      await note(index, { isLost: true });
      continue;
    }
    try {
      await note(index, { uploadId: await upload(file, bytes, (uploadUrl) => note(index, { uploadUrl })) });
    } catch (error) {
      if (!isPictureRefused(error)) throw error;
      await settle(action, error);
      return;
    }
  }
}

async function sendMessage({ workerId }: Account, action: QueuedAction): Promise<void> {
  const body = { worker: workerId, ...wireMessage(action) };
  try {
    await call(`/api/v2/driver/tasks/${taskOf(action)}/messages`, { method: 'POST', body });
    await saveActions([answered(action, { actionId: action.id, status: 200 }, phoneTime())]);
  } catch (error) {
    await settle(action, error);
  }
}

/** @returns false when the server did not take them together */
async function sendBatch({ workerId }: Account, actions: readonly QueuedAction[]): Promise<boolean> {
  try {
    // With the worker's ID: should somebody else have signed in with this browser meanwhile, nothing of it is theirs.
    const body = { worker: workerId, actions: actions.map(wireAction) };
    const { results } = await call<SendActionsAnswer>('/api/v2/driver/actions', { method: 'POST', body });
    const byId = new Map(results.map((result) => [result.actionId, result]));
    const now = phoneTime();
    const changes = actions.flatMap((action) => {
      const result = byId.get(action.id);
      const next = result ? answered(action, resultOf(result), now) : action;
      return next === action ? [] : [next];
    });
    await saveActions(changes);
    return true;
  } catch (error) {
    if (actions.length > 1 && error instanceof Refusal && [400, 413].includes(error.status)) return false;
    await settle(actions[0]!, error);
    return true;
  }
}

/** Time of the last answer, which is the one that is dealt with. */
const phoneTime = (): PhoneTime => ({ now: Date.now(), clockAhead: clockSkew.peek() ?? 0 });

function resultOf(result: SendActionsAnswer['results'][number]): ActionResult {
  const { actionId, status, error, overruled, reported, wrongPin } = result;
  return {
    actionId,
    status,
    sentence: error?.cause,
    isOverruled: overruled,
    isReported: reported,
    isWrongPin: wrongPin,
  };
}

/** Notes a refusal of one action. @throws what is not one: it is to be tried again */
async function settle(action: QueuedAction, error: unknown): Promise<void> {
  if (!(error instanceof Refusal)) throw error;
  const { status, message: sentence, requestId } = error;
  const next = answered(action, { actionId: action.id, status, sentence, requestId }, phoneTime());
  if (next === action) throw error;
  await saveActions([next]);
}
