import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { foldCase } from '../messages/search/fold-case.ts';
import { deleteAlertWords, insertAlertWords, loadAlertWordsOf } from './queries.ts';

/** Words of one person: every message is held against all of them. */
const MAX_WORDS = 1000;

/** Adds words to a person's; gives all. @throws {ChatError} `BAD_REQUEST` when there are too many */
export async function doAddAlertWords(
  tx: Tx,
  organizationId: string,
  userId: number,
  words: readonly string[],
): Promise<string[]> {
  const given = new Map(words.map((word) => [foldCase(word), word]));
  const added = await insertAlertWords(
    tx,
    organizationId,
    userId,
    [...given].map(([folded, word]) => ({ folded, word })),
  );
  return emitChange(tx, organizationId, userId, added);
}

/** Takes words from a person's; gives the rest. */
export async function doRemoveAlertWords(
  tx: Tx,
  organizationId: string,
  userId: number,
  words: readonly string[],
): Promise<string[]> {
  return emitChange(
    tx,
    organizationId,
    userId,
    await deleteAlertWords(tx, organizationId, userId, words.map(foldCase)),
  );
}

async function emitChange(tx: Tx, organizationId: string, userId: number, changed: number): Promise<string[]> {
  const alert_words = await loadAlertWordsOf(tx, organizationId, userId);
  if (alert_words.length > MAX_WORDS) throw badRequest(`Too many alert words (limit: ${MAX_WORDS})`);
  if (changed > 0)
    emitChatEvent(tx, organizationId, [`user:${userId}`], { type: 'alert_words', alert_words }, { state: false });
  return alert_words;
}
