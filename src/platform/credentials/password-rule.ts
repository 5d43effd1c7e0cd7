/** Characters of a password that somebody chooses. Longer ones only cost time to hash. */
export const PASSWORD_CHARACTERS = { min: 10, max: 1000 };

/** Characters that must be left when the most used parts are taken away. */
const MIN_OWN_CHARACTERS = 4;

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
const WORDS =
  `password passwort passwd passw0rd passphrase kennwort iloveyou ichliebedich loveyou schatz liebling letmein
  hallo hello welcome willkommen administrator admin root test testing guest default changeme secret geheim login master
  superman batman spiderman pokemon starwars princess prinzessin dragon monkey sunshine sonnenschein shadow football
  fussball baseball basketball soccer hockey liverpool chelsea arsenal barcelona bayern michael michelle jennifer jessica
  charlie daniel thomas andrew joshua ashley nicole hunter ranger buster harley george summer sommer winter spring
  autumn herbst fruehling january february march april june july august september october november december januar
  februar maerz juni juli oktober dezember monday tuesday wednesday thursday friday saturday sunday montag dienstag
  mittwoch donnerstag freitag samstag sonntag computer internet samsung google facebook microsoft windows android
  linkedin adobe cheese cookie chocolate whatever trustno freedom forever mustang ferrari porsche mercedes killer
  blink hubbub chat dispatch courier couriers delivery driver company firma user qwerty qwertz abc`
    .split(/\s+/)
    .sort((a, b) => b.length - a.length);

/** How letters are commonly written in figures and signs. */
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

/**
 * What is wrong with a password that somebody chose; undefined when nothing is. The one rule for all of them: no demand for
 * kinds of characters (NIST SP 800-63B, 5.1.1.2), but those that everybody guesses first are refused.
 */
export function passwordFault(password: string): 'length' | 'guessable' | undefined {
  const { min, max } = PASSWORD_CHARACTERS;
  const { length } = [...password];
  if (length < min || length > max) return 'length';
  return isMostUsed(password) ? 'guessable' : undefined;
}

/** The same as the rest of a sentence that begins with its name. */
export function passwordProblem(password: string): string | undefined {
  const { min, max } = PASSWORD_CHARACTERS;
  const fault = passwordFault(password);
  if (fault === 'length') return `must have ${min} to ${max} characters`;
  return fault && 'is too easy to guess: words and rows of keys that many use, with little else';
}

/** Taken away are rows of keys, years, repetitions and common words; what little is left does not make it good. */
function isMostUsed(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const rest = withoutWalks(plain)
    .replaceAll(/(?:19|20)\d\d/g, '\n')
    .replaceAll(/(.{1,5}?)\1{2,}/g, '\n');
  return [withoutWords(rest), withoutWords(spelledOut(rest)), withoutWords(spelledOut(plain))].some(
    (own) =>
      own.replaceAll(/[\n\s]/g, '').length < MIN_OWN_CHARACTERS ||
      (/^(.+?)\1+$/.test(own) && own.length < 2 * MIN_OWN_CHARACTERS),
  );
}

function spelledOut(text: string): string {
  return [...text].map((character) => FIGURES[character] ?? character).join('');
}

function withoutWords(text: string): string {
  return WORDS.reduce((rest, word) => rest.replaceAll(word, '\n'), text);
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
