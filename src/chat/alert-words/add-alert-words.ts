import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadItems } from '../owned-lists/access.ts';
import { doAddItems } from '../owned-lists/actions.ts';
import { alertWordList, presentWords, readWords, wordsAnswer, wordsParam } from './words.ts';

export const addAlertWords = chatOperation({
  method: 'POST',
  path: '/users/me/alert_words',
  summary: "Add to the caller's alert words",
  access: anyUser,
  params: { alert_words: wordsParam },
  answer: wordsAnswer,
  async write({ tx, caller }, { alert_words }) {
    await doAddItems(tx, alertWordList, caller, readWords(alert_words));
    return presentWords(await loadItems(tx, alertWordList, caller));
  },
});
