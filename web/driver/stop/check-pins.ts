import type { CheckPinAnswer } from '../../store/wire/dispatch.ts';
import { call } from '../data/connection.ts';
import type { Finished } from './finish.ts';

/** At the door nobody waits longer: the PIN goes with the completion then. */
const PATIENCE_MS = 5000;

/** A PIN that was wrong, and how many tries are left. */
export interface WrongPin {
  pin: string;
  triesLeft: number;
}

/**
 * Has the server check the PINs of tasks that are under way, as far as it can be reached; what it cannot say now, it says when the
 * completion comes.
 * @param known what was wrong already: it is not tried again
 * @returns the wrong ones, by task
 */
export async function wrongPinsOf(
  finished: readonly Finished[],
  known: ReadonlyMap<string, WrongPin>,
): Promise<Map<string, WrongPin>> {
  const wrong = new Map<string, WrongPin>();
  for (const { shown, completion } of finished) {
    const { id } = shown.task;
    const { success, pin } = completion;
    if (!success || pin === undefined || shown.state === 'open') continue;
    const before = known.get(id);
    const triesLeft = before?.pin === pin ? before.triesLeft : await check(id, pin);
    if (triesLeft !== undefined) wrong.set(id, { pin, triesLeft });
  }
  return wrong;
}

/** @returns how many tries are left of a wrong PIN; undefined when it is right, or cannot be checked now */
async function check(taskId: string, pin: string): Promise<number | undefined> {
  try {
    const { isRight, triesLeft } = await call<CheckPinAnswer>(`/api/v2/driver/tasks/${taskId}/pin`, {
      method: 'POST',
      body: { pin },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return isRight ? undefined : triesLeft;
  } catch {
    return undefined;
  }
}
