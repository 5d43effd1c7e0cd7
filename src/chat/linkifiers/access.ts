import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import type { Linkifier } from '../markdown/index.ts';
import { compileLinkifier } from './pattern.ts';
import { presentLinkifier } from './present.ts';
import { loadLinkifiers } from './queries.ts';

/** The organization's linkifiers, ready to be used, in the order in which they are tried. */
export function linkifiersOf(facts: FactSource, organizationId: string): Promise<readonly Linkifier[]> {
  return facts.read(organizationId, 'linkifiers', async (reader) =>
    (await loadLinkifiers(reader, organizationId)).map(compileLinkifier),
  );
}

/** The wire form of the organization's linkifiers. */
export async function presentedLinkifiers(reader: Reader, organizationId: string) {
  return (await loadLinkifiers(reader, organizationId)).map(presentLinkifier);
}

/** The older form of them (`GET /realm/filters`). */
export async function presentedFilters(reader: Reader, organizationId: string): Promise<[string, string, number][]> {
  const linkifiers = await loadLinkifiers(reader, organizationId);
  return linkifiers.map(({ id, pattern, urlTemplate }) => [
    pattern,
    urlTemplate.replaceAll('%', '%%').replaceAll(/\{(\w+)\}/g, '%($1)s'),
    id,
  ]);
}
