import { timeOfDay } from '../../shared/ui/time.tsx';
import type { DriverRefusal, QueuedAction } from '../../store/driver/action.ts';
import { timesOf } from '../../store/driver/outbox.ts';
import { words } from '../texts/index.ts';
import { heldUpBy } from './actions.ts';

/** Returns a word for an action. */
export function actionWords({ action }: QueuedAction): string {
  if (action.kind === 'duty') return action.onDuty ? words.actions.onDuty : words.actions.offDuty;
  if (action.kind === 'complete' && !action.completion.success) return words.actions.fail;
  return words.actions[action.kind];
}

/**
 * Its state, in the three words that there are: never more than what is known.
 * @param held the refused action that it waits for
 */
export function stateWords(action: QueuedAction, held: QueuedAction | null = heldUpBy(action) ?? null): string {
  const { stage, refusal } = action;
  if (stage === 'sent') return words.action.sent({ time: timeOfDay(new Date(timesOf(action).sentAt)) });
  if (stage === 'refused') return words.action.refused({ reason: reasonOf(refusal!) });
  return held ? `${words.action.saved} – ${words.waitsFor({ action: actionWords(held) })}` : words.action.saved;
}

function reasonOf({ isWrongPin, isReported, sentence }: DriverRefusal): string {
  if (isWrongPin) return words.wrongPin;
  return isReported ? words.reported : sentence;
}
