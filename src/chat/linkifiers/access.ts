import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../../platform/db/reader.ts';
import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import type { Linkifier } from '../markdown/index.ts';
import type { LinkifierRow } from './linkifier.ts';
import { compiledPattern, compileLinkifier } from './pattern.ts';
import { presentLinkifier } from './present.ts';
import { loadLinkifiers } from './queries.ts';

const linkifiers = defineFact('linkifiers', ['chat.linkifiers']);

/** The organization's linkifiers, ready to be used, in the order in which they are tried. */
export function linkifiersOf(facts: FactSource): Promise<readonly Linkifier[]> {
  return facts.read(linkifiers, '', async (reader) => {
    const rows = await loadLinkifiers(reader);
    void compileAhead(rows);
    return rows.map(compileLinkifier);
  });
}

/** One in each turn of the loop, so that a message that needs them finds them, and nothing else waits for all. */
async function compileAhead(rows: readonly LinkifierRow[]): Promise<void> {
  for (const { pattern } of rows) {
    await setImmediate();
    try {
      compiledPattern(pattern);
    } catch {
      // Patterns are checked before they are kept; whoever needs a wrong one hears of it.
    }
  }
}

/** The wire form of the organization's linkifiers. */
export async function presentedLinkifiers(reader: Reader) {
  return (await loadLinkifiers(reader)).map(presentLinkifier);
}

/** The older form of them (`GET /realm/filters`). */
export async function presentedFilters(reader: Reader): Promise<[string, string, number][]> {
  const linkifiers = await loadLinkifiers(reader);
  return linkifiers.map(({ id, pattern, urlTemplate }) => [
    pattern,
    urlTemplate.replaceAll('%', '%%').replaceAll(/\{(\w+)\}/g, '%($1)s'),
    id,
  ]);
}
