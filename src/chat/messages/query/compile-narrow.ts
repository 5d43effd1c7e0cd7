import { hasDirectMessages } from '../../../platform/assistants/scope.ts';
import type { Reader } from '../../../platform/db/reader.ts';
import type { Services } from '../../../platform/services.ts';
import type { NarrowTerm } from '../../narrow/parse.ts';
import { type NarrowContext, resolveNarrow } from '../../narrow/resolve.ts';
import { readerView } from '../../reading/reader-view.ts';
import { realmOf } from '../../realms/access.ts';
import { dummyHostsOf } from '../../users/access.ts';
import { compileSearch } from '../search/compile-search.ts';
import type { Search } from '../search/terms.ts';
import { type MessageQuery, makeMessageQuery } from './message-query.ts';

export interface CompiledNarrow {
  query: MessageQuery;
  /** Operand of `near`. */
  near: number | undefined;
}

/** Term that is added where a key reads no direct messages. */
const IN_CHANNELS: NarrowTerm = { operator: 'is', operand: 'dm', negated: true };

/**
 * Looks up everything that a narrow names, and says which messages it means for the caller.
 * @throws {ChatError} `BAD_NARROW`
 */
export async function compileNarrow(
  services: Services,
  reader: Reader,
  caller: NarrowContext['caller'],
  terms: readonly NarrowTerm[],
): Promise<CompiledNarrow> {
  const facts = services.state.of(caller.organizationId);
  const view = await readerView(facts, caller);
  const hosts = await dummyHostsOf(services, facts);
  const allowed = hasDirectMessages(caller.scope) ? terms : [...terms, IN_CHANNELS];
  const resolved = await resolveNarrow({ reader, facts, caller, view, hosts }, allowed);
  const searches: Search[] = [];
  for (const filter of resolved.filters) {
    if (filter.kind !== 'search') continue;
    const { language } = await realmOf(facts);
    searches.push(await compileSearch(reader, language, filter.text));
  }
  return { query: makeMessageQuery(view, resolved, searches), near: resolved.near };
}
