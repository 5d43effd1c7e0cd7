import { type TriggerName, thresholdUnits, triggerNames } from '../../../rules/webhook-triggers.ts';
import type { Webhook } from './data.ts';
import { webhookWords as words } from './texts/index.ts';

/** A catalogue that lacks a trigger is a type error. */
const triggerTexts: Readonly<Record<TriggerName, string>> = words.triggers;

/** Returns the trigger of a webhook in words. */
export function triggerOf({ trigger, threshold }: Pick<Webhook, 'trigger' | 'threshold'>): string {
  const known = triggerNames[trigger];
  const name = known ? triggerTexts[known] : String(trigger);
  const unit = thresholdUnits[trigger];
  return unit && threshold !== undefined ? `${name}, ${words.atThreshold[unit]({ n: threshold })}` : name;
}
