import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadItems } from '../owned-lists/access.ts';
import { doRemoveItems } from '../owned-lists/actions.ts';
import { alertWordList, presentWords, readWords, wordsAnswer, wordsParam } from './words.ts';

export const removeAlertWords = chatOperation({
  method: 'DELETE',
  path: '/users/me/alert_words',
  summary: "Remove from the caller's alert words",
  access: anyUser,
  params: { alert_words: wordsParam },
  answer: wordsAnswer,
  async write({ tx, caller }, { alert_words }) {
    await doRemoveItems(
      tx,
      alertWordList,
      caller,
      readWords(alert_words).map(({ folded }) => folded),
    );
    return presentWords(await loadItems(tx, alertWordList, caller));
  },
});
