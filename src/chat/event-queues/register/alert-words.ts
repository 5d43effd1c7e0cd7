import { loadAlertWordsOf } from '../../alert-words/access.ts';
import { wordsAnswer } from '../../alert-words/words.ts';
import { defineInitialState } from './initial-state.ts';

export const alertWords = defineInitialState({
  types: ['alert_words'],
  fields: wordsAnswer,
  async load({ reader, caller }) {
    return { alert_words: await loadAlertWordsOf(reader, caller.organizationId, caller.userId) };
  },
});
