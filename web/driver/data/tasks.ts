import { computed, signal } from '@preact/signals';
import { type ShownTask, shownDuty, shownTasks } from '../../store/driver/shown.ts';
import type { GetMeAnswer, ListOwnTasksAnswer } from '../../store/wire/dispatch.ts';
import { accountHere } from './account.ts';
import { actions } from './actions.ts';
import { call } from './connection.ts';
import { copyOf, keepCopy } from './copies.ts';

/** Server's last data about the driver and the tasks. */
export interface Known extends GetMeAnswer, ListOwnTasksAnswer {
  /** Request time by the phone's clock. */
  fetchedAt: number;
}

/** Undefined: nothing lies on the phone yet. */
export const known = signal<Known>();

/** The driver's tasks, in their order, as they are with what was done here. */
export const tasks = computed<readonly ShownTask[]>(() => {
  if (!known.value) return [];
  const { tasks: own, fetchedAt } = known.value;
  return shownTasks(own, actions.value, fetchedAt);
});

export const onDuty = computed(() => {
  if (!known.value) return false;
  const { worker, fetchedAt } = known.value;
  return shownDuty(worker.onDuty, actions.value, fetchedAt);
});

const COPY = 'known';

/** Shows what lies on the phone, before anybody is asked. */
export async function readKnown(): Promise<void> {
  const account = accountHere();
  const stored = account && (await copyOf<Known>(account, COPY));
  if (accountHere()?.workerId === account?.workerId) known.value = stored;
}

let asking: Promise<void> | undefined;
/** Whether somebody asked after the question that is under way: its answer may not know yet what they ask for. */
let isAskedSince = false;

/** Asks the server for the tasks as they are: one question at a time, and one more for all who ask meanwhile. */
export function refresh(): Promise<void> {
  isAskedSince = asking !== undefined;
  asking ??= askUntilNewest();
  return asking;
}

async function askUntilNewest(): Promise<void> {
  do {
    isAskedSince = false;
    await ask();
  } while (isAskedSince);
  asking = undefined;
}

async function ask(): Promise<void> {
  const account = accountHere();
  if (!account) return;
  const fetchedAt = Date.now();
  try {
    const [me, list] = await Promise.all([
      call<GetMeAnswer>('/api/v2/driver/me'),
      call<ListOwnTasksAnswer>('/api/v2/driver/tasks'),
    ]);
    if (accountHere()?.workerId !== account.workerId || me.worker.id !== account.workerId) return;
    known.value = { ...me, ...list, fetchedAt };
    await keepCopy(account, COPY, known.value);
  } catch {
    // What lies here stays, with its date; the header says that there is no connection.
  }
}
