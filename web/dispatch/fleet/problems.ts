/** Server's refusal of a form. */
interface Refused {
  sentence?: string;
  /** The member that another one has already. */
  taken?: string | undefined;
}

/** Sentences that name no member, and the field that each is about. */
const ABOUT: readonly [RegExp, string][] = [
  [/phone number/i, 'phone'],
  [/^address\.(\w+)/, 'street'],
  [/\baddress\b/i, 'street'],
  [/\bmanager\b/i, 'managers'],
  [/\bteam\b/i, 'teams'],
  [/picture|image|file/i, 'picture'],
  [/receiver|\bURL\b|host\b/i, 'url'],
  [/trigger/i, 'trigger'],
];

/** The field of a form that a refusal is about; undefined: it is about none of them. */
export function fieldOf({ sentence = '', taken }: Refused, fields: readonly string[]): string | undefined {
  const about = ABOUT.find(([pattern, field]) => pattern.test(sentence) && fields.includes(field))?.[1];
  // Checks of bodies begin with the way to the member: `address.city is required.`
  const members = /^[A-Za-z]+(\.[A-Za-z]+)*(?= )/.exec(sentence)?.[0].split('.') ?? [];
  return [taken, ...members.toReversed(), about].find((name) => name !== undefined && fields.includes(name));
}

/** Returns the message shown at that field. */
export function problemIn({ sentence, taken }: Refused, words: { taken: string }): string {
  return taken === undefined ? (sentence ?? '') : words.taken;
}
