import { languagesOf, textsIn } from '../../platform/texts/texts.ts';

/** The kinds of notifications. */
export const KINDS = ['invitation', 'started', 'arriving', 'completed', 'failed', 'delayed'] as const;
export type Kind = (typeof KINDS)[number];

/** An organization's own text for one kind, in one language (two letters). */
export interface Template {
  kind: Kind;
  language: string;
  text: string;
}

/** Languages that have built-in texts. */
const LANGUAGES: readonly string[] = languagesOf('sms/notifications');

/** Placeholders in texts for recipients and in a worker's invitation. */
const TASK_WORDS = ['organization', 'recipient', 'worker', 'link'];
/** The PIN that the recipient has to say, while the task is under way; nothing where none is asked for. */
const UNDER_WAY_WORDS = [...TASK_WORDS, 'pin'];
const INVITATION_WORDS = ['organization', 'worker', 'link', 'phone', 'password'];

function wordsOf(kind: Kind): readonly string[] {
  if (kind === 'invitation') return INVITATION_WORDS;
  return kind === 'completed' || kind === 'failed' ? TASK_WORDS : UNDER_WAY_WORDS;
}

/** The fault of a template, as a sentence; undefined when it has none. */
export function templateProblem({ kind, text }: Template): string | undefined {
  const words = wordsOf(kind);
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, word]) => !words.includes(word!));
  if (unknown) return `${unknown[0]} cannot be used in a text of kind ${kind}. Use ${words.join(', ')}.`;
  if (kind === 'invitation' && !text.includes('{password}')) return 'An invitation must contain {password}.';
  return undefined;
}

/**
 * The text of a kind: the organization's own in this language, else the built-in one, else the same in English.
 * @param values by the word in braces; what they hold is not looked at for words again
 */
export function writeText(
  kind: Kind,
  language: string,
  own: readonly Template[],
  values: Readonly<Record<string, string>>,
): string {
  const find = (wanted: string) => own.find((template) => template.kind === kind && template.language === wanted)?.text;
  const isBuiltIn = LANGUAGES.includes(language);
  const text = find(language) ?? (isBuiltIn ? undefined : find('en'));
  const known = inOneLine(values);
  if (text !== undefined) return fillText(text, known);
  const write = textsIn('sms/notifications', language)[kind] as (values: Readonly<Record<string, string>>) => string;
  return write(known);
}

/** Values without line breaks and further blanks: an SMS is one line. */
export function inOneLine<Name extends string>(values: Readonly<Record<Name, string>>): Record<Name, string> {
  const entries = Object.entries<string>(values).map(([name, value]) => [name, value.replaceAll(/\s+/g, ' ').trim()]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** Puts values in the place of the words in braces. */
function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, word: string) => values[word] ?? whole);
}
