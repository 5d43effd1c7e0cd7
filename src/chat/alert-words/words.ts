import { Type } from 'typebox';
import { json } from '../http/params.ts';

/** A list of words or phrases as clients send it. */
export const wordsParam = json(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 }));

export const wordsAnswer = { alert_words: Type.Array(Type.String()) };

/** Without blanks around and inside them, and without empty ones. */
export function readWords(given: readonly string[]): string[] {
  return given.map((word) => word.trim().replaceAll(/\s+/g, ' ')).filter((word) => word !== '');
}
