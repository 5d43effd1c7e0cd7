import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { doRemoveAlertWords } from './actions.ts';
import { readWords, wordsAnswer, wordsParam } from './words.ts';

export const removeAlertWords = chatOperation({
  method: 'DELETE',
  path: '/users/me/alert_words',
  summary: "Remove from the caller's alert words",
  access: anyUser,
  params: { alert_words: wordsParam },
  answer: wordsAnswer,
  async write({ tx, caller }, { alert_words }) {
    const words = readWords(alert_words);
    return { alert_words: await doRemoveAlertWords(tx, caller.organizationId, caller.userId, words) };
  },
});
