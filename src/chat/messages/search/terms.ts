import { type Sql, sql } from '../../../platform/db/sql.ts';
import { badNarrow } from '../../narrow/parse.ts';
import { isBare } from '../../reading/fold-case.ts';

/** One thing that is searched for: a word, or a quoted phrase. */
export interface SearchTerm {
  text: string;
  phrase: boolean;
}

/** A term as PostgreSQL reads it in the organization's language. */
export interface AnalysedTerm extends SearchTerm {
  /** Case folded, as the searched text is. */
  folded: string;
  /** Its stems as a tsquery; empty when they would not say all of it (stop words, signs). */
  stems: string;
}

/** The search of one narrow: all its terms must be found. */
export interface Search {
  language: string;
  terms: AnalysedTerm[];
}

const MAX_TERMS = 30;
/** A long word is looked up by so many of its pieces; the text itself decides in the end. */
const MAX_GRAMS = 24;

/**
 * Cuts a search into words and quoted phrases.
 * @throws {ChatError} `BAD_NARROW` when there are too many
 */
export function parseSearch(text: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, quoted, word] of text.matchAll(/"([^"]*)"|([^\s"]+|")/g)) {
    if (quoted === undefined) terms.push({ text: word!, phrase: false });
    else if (quoted.trim() !== '') terms.push({ text: quoted.trim().replaceAll(/\s+/g, ' '), phrase: true });
  }
  // A quote that was not closed is no word, unless it is all that is asked for.
  const words = terms.filter(({ text, phrase }) => phrase || text !== '"');
  const asked = words.length > 0 ? words : terms;
  if (asked.length > MAX_TERMS) throw badNarrow(`too many search terms (maximum ${MAX_TERMS})`);
  return asked;
}

/** Words so common that they say nothing ("the") do not keep a message out, unless nothing else is asked for. */
export function withoutStopWords(terms: readonly AnalysedTerm[]): AnalysedTerm[] {
  const selective = terms.filter((term) => term.phrase || term.stems !== '' || !/^\p{L}+$/u.test(term.text));
  return selective.length > 0 ? selective : [...terms];
}

/**
 * Whether a message `m` has all terms, each by its stems or as a part of the text: the meaning of a search, whatever
 * index found the message.
 */
export function isFound({ language, terms }: Search): Sql {
  if (terms.length === 0) return sql`true`;
  const folded = sql`chat.search_fold(m.plain_text || ' ' || m.topic)`;
  const found = terms.map((term) => {
    // Letters without accents mean every form of them; with accents they mean what they say.
    const text = isBare(term.folded) ? sql`chat.search_bare(${folded})` : folded;
    const part = sql`(d.document @@ ${gramQuery(term.folded)}::tsquery and position(${term.folded} in ${text}) > 0)`;
    return term.stems === '' ? part : sql`(d.document @@ ${term.stems}::tsquery or ${part})`;
  });
  return sql`coalesce((
    select d.document @@ ${indexQuery(terms)}::tsquery and ${sql.join(found, ' and ')}
    from (select coalesce(
      (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
      chat.search_document(${language}, m.plain_text, m.topic)) as document offset 0) d), false)`;
}

/**
 * The same for the message of an ID, mostly by what was prepared of it alone: the message is read where that does not
 * tell, for it may have a term as a part of a word only, or not be prepared yet.
 */
export function isFoundById(search: Search, organizationId: string, id: Sql): Sql {
  const { terms } = search;
  if (terms.length === 0) return sql`true`;
  const byText = sql`(select ${isFound(search)} from chat.messages m
    where m.organization_id = ${organizationId} and m.id = ${id})`;
  const hasStems = terms.every(({ stems }) => stems !== '');
  const byStems = hasStems
    ? sql`when d.document @@ ${terms.map(({ stems }) => `(${stems})`).join(' & ')}::tsquery then true`
    : sql``;
  return sql`coalesce((
    select case when not d.document @@ ${indexQuery(terms)}::tsquery then false ${byStems} else ${byText} end
    from (select (
      select s.document from chat.message_search s
      where s.organization_id = ${organizationId} and s.message_id = ${id}) as document offset 0) d), false)`;
}

/** A tsquery that every message with all terms satisfies, and few others. */
export function indexQuery(terms: readonly AnalysedTerm[]): string {
  return terms
    .map((term) =>
      term.stems === '' ? `(${gramQuery(term.folded)})` : `(${term.stems} | (${gramQuery(term.folded)}))`,
    )
    .join(' & ');
}

/** The pieces of a text as `chat.search_grams` cuts them, all of which a text with that part has. */
function gramQuery(folded: string): string {
  const grams = new Set<string>();
  for (const word of folded.split(' ')) {
    const chars = [...word];
    if (chars.length === 0) continue;
    if (chars.length < 3) grams.add(`${quoteLexeme(`.${word}`)}:*`);
    for (let start = 0; start + 3 <= chars.length && grams.size < MAX_GRAMS; start++) {
      grams.add(quoteLexeme(`.${chars.slice(start, start + 3).join('')}`));
    }
  }
  // Only blanks remain of signs that folding takes for such; nothing has them as a part.
  return grams.size === 0 ? quoteLexeme('.') : [...grams].join(' & ');
}

function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
