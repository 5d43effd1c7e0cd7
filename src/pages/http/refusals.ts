import type { Texts } from '../texts/index.ts';
import type { ApiAnswer } from './call-api.ts';

type Sentence = (words: Texts['refusals'], match: RegExpExecArray) => string;

/** The chat API has one code for most of what it refuses; which one it is, its words say, which clients know as they are. */
const OF_CHAT: readonly (readonly [words: RegExp, say: Sentence])[] = [
  [/^Name too long!$/, (words) => words.nameTooLong],
  [/^Name too short!$/, (words) => words.nameTooShort],
  [/^Invalid characters in name!$/, (words) => words.nameCharacters],
  [/^Unique names required/, (words) => words.nameTaken],
  [/^Email '(.*)' already in use$/, (words, [, email]) => words.emailTaken({ email: email! })],
  [/^Email '(.*)' not allowed in this organization$/, (words, [, email]) => words.emailDomain({ email: email! })],
  [/^Enter a valid email address\.$/, (words) => words.email],
  [/^(?:Channel name too long|Invalid character in channel name)/, (words) => words.channelName],
  [/^Not authorized to send to channel/, (words) => words.channelTaken],
  [/^(?:topic is too long|Invalid character in topic)/, (words) => words.topic],
  [/^Some of those addresses could not be invited/, (words) => words.someInvited],
  [/^We weren't able to invite anyone/, (words) => words.noneInvited],
  [/^Some of those addresses are not valid here/, (words) => words.noneInvited],
  [/^The number of invitations that can be sent in one day is limited/, (words) => words.invitationsOfDay],
  [/^Already has an account\.$/, (words) => words.hasAccount],
  [/^Account has been deactivated\.$/, (words) => words.isDeactivated],
  [/^Outside your domain\.$/, (words) => words.outsideDomain],
  [/^Invalid address\.$/, (words) => words.invalidAddress],
  [/^(?:Insufficient permission|You do not have permission|Must be an organization )/, (words) => words.notAllowed],
];

/** The dispatch API's numbers, and where one stands for several, its words. */
const OF_DISPATCH: readonly (readonly [number: number, words: RegExp, say: Sentence])[] = [
  [1000, /^The phone number /, (words) => words.phone],
  [1000, /^name /, (words) => words.name],
  [1900, /^name /, (words) => words.name],
  [1900, /^address\./, (words) => words.addressParts],
  [1000, /^address\./, (words) => words.addressParts],
  [1000, /^An organization can have at most \d+ /, (words) => words.quota],
  [1004, /^phone$/, (words) => words.phoneTaken],
  [1004, /./, (words) => words.taken],
  [1011, /./, (words) => words.address],
  [1100, /./, (words) => words.notAllowed],
  [1300, /./, (words) => words.notAllowed],
];

/** Returns a chat API message in a page's language; the API's own words if we have none. */
export function chatSentence({ refusals }: Texts, text: string): string {
  for (const [words, sentence] of OF_CHAT) {
    const match = words.exec(text);
    if (match) return sentence(refusals, match);
  }
  return text;
}

/** Returns an API's refusal in a page's language; the API's own words if we have none. */
export function refusalSentence(texts: Texts, { status, json }: ApiAnswer): string {
  const { errors } = texts;
  if (status === 429) return errors.tooMany({ minutes: 1 });
  if (status >= 500) return status === 503 ? errors.busy : errors.unexpected;
  if (typeof json.msg === 'string') return chatSentence(texts, json.msg);
  const { error, cause, message } = json.message;
  const reason = typeof cause === 'string' ? cause : (cause?.key ?? message);
  for (const [number, words, sentence] of OF_DISPATCH) {
    const match = number === error && words.exec(reason);
    if (match) return sentence(texts.refusals, match);
  }
  return reason;
}
