import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadAlertWordsOf } from './queries.ts';
import { wordsAnswer } from './words.ts';

export const getAlertWords = chatOperation({
  method: 'GET',
  path: '/users/me/alert_words',
  summary: "The caller's alert words",
  access: anyUser,
  params: {},
  answer: wordsAnswer,
  async read({ reader, caller }) {
    return { alert_words: await loadAlertWordsOf(reader, caller.organizationId, caller.userId) };
  },
});
