import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadItems } from '../owned-lists/access.ts';
import { alertWordList, presentWords, wordsAnswer } from './words.ts';

export const getAlertWords = chatOperation({
  method: 'GET',
  path: '/users/me/alert_words',
  summary: "List the caller's alert words",
  access: anyUser,
  params: {},
  answer: wordsAnswer,
  async read({ reader, caller }) {
    return presentWords(await loadItems(reader, alertWordList, caller));
  },
});
