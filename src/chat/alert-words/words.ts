import { Type } from 'typebox';
import { foldCase } from '../../../rules/fold-case.ts';
import { json } from '../http/params.ts';
import type { OwnedList } from '../owned-lists/owned-list.ts';

/** A list of words or phrases as clients send it. */
export const wordsParam = json(
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 1000,
    description: 'Words or phrases, at most 100 characters each.',
  }),
);

export const wordsAnswer = {
  alert_words: Type.Array(Type.String(), {
    description: 'Words whose appearance in a message notifies the caller, in upper or lower case.',
  }),
};

interface OwnWord {
  /** Words that differ in case only are one. */
  folded: string;
  /** As its owner wrote it. */
  word: string;
}

/** Words of one person: every message is held against all of them. */
const MAX_WORDS = 1000;

export const alertWordList: OwnedList<OwnWord> = {
  table: 'alert_words',
  owner: 'user_id',
  key: 'folded',
  columns: { folded: 'folded text', word: 'word text' },
  order: 'folded',
  max: { count: MAX_WORDS, error: `Too many alert words (limit: ${MAX_WORDS})` },
  events: { type: 'alert_words', whole: (words) => presentWords(words) },
};

export const presentWords = (words: readonly OwnWord[]) => ({ alert_words: words.map(({ word }) => word) });

/** Without blanks around and inside them, without empty ones, each once: the one that was given last. */
export function readWords(given: readonly string[]): OwnWord[] {
  const words = given.map((word) => word.trim().replaceAll(/\s+/g, ' ')).filter((word) => word !== '');
  return [...new Map(words.map((word) => [foldCase(word), word]))].map(([folded, word]) => ({ folded, word }));
}
