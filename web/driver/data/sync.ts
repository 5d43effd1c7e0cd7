import { effect } from '@preact/signals';
import { Refusal } from '../../shared/session/request.ts';
import type { ActionFile, DriverAction } from '../../store/driver/action.ts';
import { type ActionResult, answered, MAX_BATCH, nextStep, waitAfter } from '../../store/driver/outbox.ts';
import { wireAction } from '../../store/driver/wire-action.ts';
import type { SendActionsAnswer } from '../../store/wire/dispatch.ts';
import { type Account, accountHere, door } from './account.ts';
import { loadActions, onActions, saveActions, tidyActions } from './actions.ts';
import { call } from './connection.ts';
import { readFile } from './files.ts';
import { sendPositions } from './positions.ts';
import { refresh } from './tasks.ts';
import { upload } from './uploads.ts';
import { Waker } from './waker.ts';

const waker = new Waker();

/**
 * Sends what is kept on the phone, in one tab at a time: the lock passes on when that tab is closed. Whatever was done, in
 * whichever tab, a network that is back, and a door that opens wake it.
 */
export function startSync(): void {
  void navigator.locks.request('driver sync', () => sendForEver());
  onActions(() => waker.wake());
  effect(() => {
    if (door.value.kind === 'open') waker.wake();
  });
  addEventListener('online', () => waker.wake());
  document.addEventListener('visibilitychange', () => waker.wake());
}

/** There is something to send. */
export function wakeSync(): void {
  waker.wake();
}

async function sendForEver(): Promise<never> {
  let failures = 0;
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
  if (!account) return;
  let hasSent = false;
  let most = MAX_BATCH;
  for (;;) {
    if (accountHere() !== account) return;
    const step = nextStep(await loadActions(account), most);
    if (!step) break;
    if (step.kind === 'upload') await sendFiles(step.action);
    else if (step.kind === 'message') await sendMessage(step.action);
    // What the server does not take as a whole is sent one by one, so that one bad action holds up no other.
    else most = (await sendBatch(account, step.actions)) ? MAX_BATCH : 1;
    hasSent = true;
  }
  if (hasSent) {
    void refresh();
    await tidyActions();
  }
  await sendPositions(account);
}

async function sendFiles(action: DriverAction): Promise<void> {
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
      await settle(action, error);
      return;
    }
  }
}

async function sendMessage(action: DriverAction): Promise<void> {
  const { deed, id } = action;
  if (deed.kind !== 'message') return;
  try {
    const body = { text: deed.text };
    await call(`/api/v2/driver/tasks/${deed.taskId}/messages`, { method: 'POST', body, idempotencyKey: id });
    await saveActions([answered(action, { actionId: id, status: 200 }, Date.now())]);
  } catch (error) {
    await settle(action, error);
  }
}

/** @returns false when the server did not take them together */
async function sendBatch({ workerId }: Account, actions: readonly DriverAction[]): Promise<boolean> {
  try {
    // With the worker's ID: should somebody else have signed in with this browser meanwhile, nothing of it is theirs.
    const body = { worker: workerId, actions: actions.map(wireAction) };
    const { results } = await call<SendActionsAnswer>('/api/v2/driver/actions', { method: 'POST', body });
    const byId = new Map(results.map((result) => [result.actionId, result]));
    const now = Date.now();
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

function resultOf(result: SendActionsAnswer['results'][number]): ActionResult {
  const { actionId, status, error, overruled, reported } = result;
  return { actionId, status, sentence: error?.cause, isOverruled: overruled, isReported: reported };
}

/** Notes a refusal of one action. @throws what is not one: it is to be tried again */
async function settle(action: DriverAction, error: unknown): Promise<void> {
  if (!(error instanceof Refusal)) throw error;
  const { status, message: sentence, requestId } = error;
  const next = answered(action, { actionId: action.id, status, sentence, requestId }, Date.now());
  if (next === action) throw error;
  await saveActions([next]);
}
