import { Type } from 'typebox';
import { invalidValue } from '../http/errors.ts';

const MAX_SKILLS = 20;
const MAX_LENGTH = 40;
/** No comma: lists of skills in a query are separated by them. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._+-]*$/u;

/** Skills in a body. Ours: the vendor has none. */
export const SkillsInput = Type.Array(Type.String({ minLength: 1, maxLength: MAX_LENGTH }), {
  maxItems: MAX_SKILLS,
  description: 'Short names; upper and lower case are the same.',
});

/**
 * Skills as they are stored: in lower case and in order, each once, so that two spellings do not keep a task from everybody.
 * @throws {DispatchError} 1000 for a name with other characters than letters, digits, blanks and `._+-`
 */
export function readSkills(given: readonly string[] | null | undefined): string[] {
  const names = (given ?? []).map((name) => name.normalize('NFC').trim().toLowerCase());
  if (!names.every((name) => NAME.test(name)))
    throw invalidValue('skills must be names of letters, digits, spaces and ._+- that begin with a letter or digit.');
  return [...new Set(names)].sort();
}

/** The skills that somebody would need and does not have. */
export function missingSkills(needed: readonly string[], has: readonly string[]): string[] {
  return needed.filter((skill) => !has.includes(skill));
}
