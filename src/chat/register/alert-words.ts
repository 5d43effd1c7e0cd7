import { alertWordList, presentWords, wordsAnswer } from '../alert-words/words.ts';
import { loadItems } from '../owned-lists/access.ts';
import { defineInitialState } from './initial-state.ts';

export const alertWords = defineInitialState({
  types: ['alert_words'],
  fields: wordsAnswer,
  async load({ reader, caller }) {
    return presentWords(await loadItems(reader, alertWordList, caller));
  },
});
