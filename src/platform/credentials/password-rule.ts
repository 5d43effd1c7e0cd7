import { isKnownPassword } from './known-passwords.ts';

/** Characters of a password that somebody chooses. Longer ones only cost time to hash. */
export const PASSWORD_CHARACTERS = { min: 10, max: 1000 };

/** Characters that must be left when the most used parts are taken away. */
const MIN_OWN_CHARACTERS = 4;

/** Shorter words of a name take nothing away: they stand in many others. */
const MIN_NAME_CHARACTERS = 3;

/** Keys in a row, as fingers walk over them; also backwards. */
const WALKS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]asdfghjkl;zxcvbnm',
  'qwertzuiopüasdfghjklöäyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfvbgt56yhn',
  '!@#$%^&*()',
  '147258369',
  '159753',
  '741852963',
].flatMap((walk) => [walk, [...walk].reverse().join('')]);

/** The words that the most used passwords consist of (English and German); longer ones first. */
const WORDS = longestFirst(
  `password passwort passwd passw0rd passphrase kennwort iloveyou ichliebedich loveyou schatz liebling letmein
  hallo hello welcome willkommen administrator admin root test testing guest default changeme secret geheim login master
  superman batman spiderman pokemon starwars princess prinzessin dragon monkey sunshine sonnenschein shadow football
  fussball baseball basketball soccer hockey liverpool chelsea arsenal barcelona bayern michael michelle jennifer jessica
  charlie daniel thomas andrew joshua ashley nicole hunter ranger buster harley george summer sommer winter spring
  autumn herbst fruehling january february march april june july august september october november december januar
  februar maerz juni juli oktober dezember monday tuesday wednesday thursday friday saturday sunday montag dienstag
  mittwoch donnerstag freitag samstag sonntag computer internet samsung google facebook microsoft windows android
  linkedin adobe cheese cookie chocolate whatever trustno freedom forever mustang ferrari porsche mercedes killer
  blink hubbub chat dispatch courier couriers delivery driver company firma user qwerty qwertz abc`.split(/\s+/),
);

/** Common replacements of letters by figures and signs. */
const FIGURES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Reasons for refusing a password. */
export type PasswordFault = 'length' | 'guessable' | 'names' | 'known';

/**
 * Returns the problem of a chosen password; undefined if there is none. This is the only rule for passwords: it
 * requires no kinds of characters (NIST SP 800-63B, 5.1.1.2) but refuses those that are guessed first.
 * @param names likely guesses for this person: names and addresses of the person and the organization
 */
export function passwordFault(password: string, names: readonly string[]): PasswordFault | undefined {
  const { min, max } = PASSWORD_CHARACTERS;
  const { length } = [...password];
  if (length < min || length > max) return 'length';
  const plain = plainForm(password);
  if (isMadeOf(plain, WORDS)) return 'guessable';
  if (isMadeOf(plain, longestFirst([...WORDS, ...names.flatMap(wordsOf)]))) return 'names';
  return isKnownPassword(plain) ? 'known' : undefined;
}

/** The same as the rest of a sentence that begins with its name. */
export function passwordProblem(password: string, names: readonly string[]): string | undefined {
  const { min, max } = PASSWORD_CHARACTERS;
  const fault = passwordFault(password, names);
  switch (fault) {
    case undefined:
      return undefined;
    case 'length':
      return `must have ${min} to ${max} characters`;
    case 'guessable':
      return 'is too easy to guess: it is mostly common words or rows of keys';
    case 'names':
      return 'is too easy to guess: it is mostly names and addresses of the person and the organization';
    case 'known':
      return 'is too easy to guess: it appears in lists of leaked passwords';
  }
}

/** The words of a name, or of what stands before the @ of an address; those with accents also without. */
function wordsOf(name: string): string[] {
  return plainForm(name.replace(/@[^@\s]*$/, ''))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => [...word].length >= MIN_NAME_CHARACTERS)
    .flatMap((word) => [word, word.normalize('NFKD').replaceAll(/\p{M}/gu, '')]);
}

/** Capital letters do not count, nor other ways to write one letter. */
function plainForm(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * Taken away are rows of keys, years, repetitions and certain words; what little is left does not make it good.
 * @param words the longer ones first
 */
function isMadeOf(plain: string, words: readonly string[]): boolean {
  const rest = withoutWalks(plain)
    .replaceAll(/(?:19|20)\d\d/g, '\n')
    .replaceAll(/(.{1,5}?)\1{2,}/g, '\n');
  return [rest, spelledOut(rest), spelledOut(plain)]
    .map((text) => withoutWords(text, words))
    .some(
      (own) =>
        own.replaceAll(/[\n\s]/g, '').length < MIN_OWN_CHARACTERS ||
        (/^(.+?)\1+$/.test(own) && own.length < 2 * MIN_OWN_CHARACTERS),
    );
}

function spelledOut(text: string): string {
  return [...text].map((character) => FIGURES[character] ?? character).join('');
}

function withoutWords(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, '\n'), text);
}

function longestFirst(words: readonly string[]): string[] {
  return words.toSorted((a, b) => b.length - a.length);
}

function withoutWalks(text: string): string {
  let rest = '';
  for (let start = 0; start < text.length; ) {
    let end = start;
    while (end < text.length && WALKS.some((walk) => walk.includes(text.slice(start, end + 1)))) end++;
    const isWalk = end - start >= (/\d/.test(text[start]!) ? 3 : 4);
    rest += isWalk ? '\n' : text[start]!;
    start = isWalk ? end : start + 1;
  }
  return rest;
}
