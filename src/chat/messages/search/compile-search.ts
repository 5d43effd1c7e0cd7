import type { Reader } from '../../../platform/db/reader.ts';
import { analyseTerms } from './queries.ts';
import { parseSearch, type Search, withoutStopWords } from './terms.ts';

/**
 * Reads what is searched for, in the organization's language.
 * @throws {ChatError} `BAD_NARROW` when there are too many words
 */
export async function compileSearch(reader: Reader, language: string, text: string): Promise<Search> {
  const asked = parseSearch(text);
  const analysed = asked.length === 0 ? [] : await analyseTerms(reader, language, asked);
  return { language, terms: withoutStopWords(analysed) };
}
