import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import { WORD } from '../../reading/fold-case.ts';
import { isVisible } from '../../reading/fragments.ts';
import type { ReaderView } from '../../reading/view.ts';
import type { AnalysedTerm, SearchTerm } from './terms.ts';

/** Folds and stems terms as the searched texts are. */
export async function analyseTerms(
  reader: Reader,
  language: string,
  terms: readonly SearchTerm[],
): Promise<AnalysedTerm[]> {
  const analysed = await reader.all(sql<AnalysedTerm>`
    select t.text, t.phrase, btrim(chat.search_fold(t.text)) as folded,
      (case when t.phrase then phraseto_tsquery(chat.search_config(${language}), t.text)
        else plainto_tsquery(chat.search_config(${language}), t.text) end)::text as stems
    from unnest(${terms.map(({ text }) => text)}::text[], ${terms.map(({ phrase }) => phrase)}::boolean[])
      with ordinality as t (text, phrase, n)
    order by n`);
  return analysed.map((term) => (hasAllStems(term) ? term : { ...term, stems: '' }));
}

/** Whether the stems say all that the term does: without "to" and "a", "to a dock" would be any dock. */
function hasAllStems({ folded, stems }: AnalysedTerm): boolean {
  return (stems.match(/'(?:[^'\\]|''|\\.)*'/g) ?? []).length >= (folded.match(WORD) ?? []).length;
}

/** Returns the words that share a stem with one of the searched words. */
export async function wordsOfSameStem(
  reader: Reader,
  language: string,
  words: readonly string[],
  searched: readonly string[],
): Promise<Set<string>> {
  if (words.length === 0 || searched.length === 0) return new Set();
  const rows = await reader.all(sql<{ word: string }>`
    with asked as materialized (
      select plainto_tsquery(chat.search_config(${language}), text) as stems from unnest(${searched}::text[]) as text)
    select word from unnest(${words}::text[]) as word
    cross join lateral (select to_tsvector(chat.search_config(${language}), word) as document offset 0) d
    where exists (select from asked where d.document @@ asked.stems)`);
  return new Set(rows.map(({ word }) => word));
}

/** Rendered content and topic of messages that are still the person's to see, for what a search highlights. */
export function loadTexts(
  reader: Reader,
  view: ReaderView,
  ids: readonly number[],
): Promise<{ id: number; content: string; topic: string; isDirect: boolean }[]> {
  return reader.all(sql<{ id: number; content: string; topic: string; isDirect: boolean }>`
    select m.id, m.rendered_content as content, m.topic, m.channel_id is null as "isDirect" from chat.messages m
    where m.organization_id = ${view.organizationId} and m.id = any(${ids}::bigint[]) and ${isVisible(view)}`);
}
