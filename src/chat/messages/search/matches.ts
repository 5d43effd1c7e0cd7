import { foldCase } from '../../../../rules/fold-case.ts';
import type { Reader } from '../../../platform/db/reader.ts';
import { escapeHtml } from '../../markdown/escape.ts';
import { WORD, withoutAccents } from '../../reading/fold-case.ts';
import type { ReaderView } from '../../reading/view.ts';
import { highlightHtml, highlightText, type Marks, textOf } from './highlight.ts';
import { loadTexts, wordsOfSameStem } from './queries.ts';
import type { Search } from './terms.ts';

/** Matches of a search in a message, as HTML. */
export interface Match {
  content: string;
  subject: string;
}

/**
 * `match_content` and `match_subject` of messages, with what the searches found in them highlighted; of those that were
 * deleted, or hidden from the person, since they were selected there is none.
 * @param emptyTopicName what stands for the empty topic; the empty text where the client knows that a topic can be empty
 */
export async function findMatches(
  reader: Reader,
  view: ReaderView,
  ids: readonly number[],
  searches: readonly Search[],
  emptyTopicName: string,
): Promise<Map<number, Match>> {
  const matches = new Map<number, Match>();
  if (ids.length === 0) return matches;
  const texts = await loadTexts(reader, view, ids);
  const terms = searches.flatMap((search) => search.terms);
  const searched = terms.flatMap(({ text, phrase, stems }) => (stems === '' ? [] : phrase ? text.split(' ') : [text]));
  const words = searched.length === 0 ? [] : wordsOf(texts);
  const marks: Marks = {
    parts: terms.map(({ folded }) => folded),
    words: searches[0] ? await wordsOfSameStem(reader, searches[0].language, words, searched) : new Set(),
  };
  for (const { id, content, topic, isDirect } of texts) {
    const subject = topic === '' && !isDirect ? escapeHtml(emptyTopicName) : highlightText(topic, marks);
    matches.set(id, { content: highlightHtml(content, marks), subject });
  }
  return matches;
}

/** The folded words of texts, each once, with their accents and without. */
function wordsOf(texts: readonly { content: string; topic: string }[]): string[] {
  const words = new Set<string>();
  for (const { content, topic } of texts) {
    const exact = foldCase(`${textOf(content)} ${topic}`);
    for (const text of new Set([exact, withoutAccents(exact)]))
      for (const [word] of text.matchAll(WORD)) words.add(word);
  }
  return [...words];
}
