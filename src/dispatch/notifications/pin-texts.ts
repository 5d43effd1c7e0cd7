import { textsIn } from '../../platform/texts/texts.ts';
import { inOneLine } from './template.ts';

/** Placeholder of the PIN; only the SMS being sent contains the PIN itself. */
const PLACE = '{pin}';

/** Returns the SMS that has a new PIN, `{pin}` in its place. */
export function renewedPinText(language: string, values: { organization: string; link: string }): string {
  return textsIn('sms/pin', language).renewed({ ...inOneLine(values), pin: PLACE });
}

/** A text with the PIN behind it, unless it has its place in it or is not told. */
export function withPin(text: string, { isPinShown, language }: { isPinShown: boolean; language: string }): string {
  return isPinShown && !text.includes(PLACE) ? `${text} ${textsIn('sms/pin', language).behind({ pin: PLACE })}` : text;
}
