import { timeOfDay } from '../../shared/ui/time.tsx';
import type { DriverAction, DriverRefusal } from '../../store/driver/action.ts';
import { words } from '../texts/index.ts';
import { heldUpBy } from './actions.ts';

/** What was done, in a word. */
export function deedWords({ deed }: DriverAction): string {
  if (deed.kind === 'duty') return deed.onDuty ? words.deeds.onDuty : words.deeds.offDuty;
  if (deed.kind === 'complete' && !deed.completion.success) return words.deeds.fail;
  return words.deeds[deed.kind];
}

/**
 * Its state, in the three words that there are: never more than what is known.
 * @param held the refused action that it waits for
 */
export function stateWords(action: DriverAction, held: DriverAction | null = heldUpBy(action) ?? null): string {
  const { stage, answeredAt, refusal } = action;
  if (stage === 'sent') return words.action.sent(timeOfDay(new Date(answeredAt!)));
  if (stage === 'refused') return words.action.refused(reasonOf(refusal!));
  return held ? `${words.action.saved} – ${words.waitsFor(deedWords(held))}` : words.action.saved;
}

function reasonOf({ isWrongPin, isReported, sentence }: DriverRefusal): string {
  if (isWrongPin) return words.wrongPin;
  return isReported ? words.reported : sentence;
}
