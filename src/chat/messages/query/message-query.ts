import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { Filter } from '../../narrow/filter.ts';
import type { HasOperand, IsOperand } from '../../narrow/parse.ts';
import type { ResolvedNarrow } from '../../narrow/resolve.ts';
import { isReceived, isVisible } from '../../reading/fragments.ts';
import type { ReaderView } from '../../reading/view.ts';
import type { Search } from '../search/terms.ts';
import { namesReader, predicate, searchPredicate } from './predicates.ts';

/** A narrow made ready to be asked: who reads, where the messages come from, and what is asked of each. */
export interface MessageQuery {
  view: ReaderView;
  /** The filters that an index can lead to. */
  indexable: Positive;
  /** Whether it leaves out direct messages. */
  inChannelsOnly: boolean;
  /** Whether it looks beyond the person's own history. */
  shared: boolean;
  /** Scope of the query: messages that the reader received, or all that the reader may see. */
  scope: 'received' | 'visible';
  /** The predicates of a row `m` of chat.messages, without the searches. */
  conditions: Predicate[];
  /** Positive searches: they may be answered by an index of their own. */
  searches: Search[];
  /** Number of terms: statements of many are not kept prepared. */
  size: number;
}

/** Conditions that an access path may guarantee by itself: visibility, and filters of these names. */
export type Guarantee = 'scope' | 'unread' | 'dm' | 'starred' | 'alerted' | 'mentioned' | 'reaction';

export interface Predicate {
  sql: Sql;
  assured?: Guarantee;
}

/** The filters that are not negated, at most one of a kind: each could be the access path. */
export interface Positive {
  channel?: Extract<Filter, { kind: 'channel' }>;
  channels?: Extract<Filter, { kind: 'channels' }>;
  topic?: Extract<Filter, { kind: 'topic' }>;
  direct?: Extract<Filter, { kind: 'direct' }>;
  directIncluding?: Extract<Filter, { kind: 'direct including' }>;
  sender?: Extract<Filter, { kind: 'sender' }>;
  id?: Extract<Filter, { kind: 'id' }>;
  is: ReadonlySet<IsOperand>;
  has: ReadonlySet<HasOperand>;
}

type Mutable = Positive & { is: Set<IsOperand>; has: Set<HasOperand> };

/** @param analysed the searches of the narrow, in their order */
export function makeMessageQuery(
  view: ReaderView,
  { filters, shared }: ResolvedNarrow,
  analysed: readonly Search[],
): MessageQuery {
  const conditions: Predicate[] = [];
  const searches: Search[] = [];
  const indexable: Mutable = { is: new Set(), has: new Set() };
  const namesTopic = filters.some(({ kind, negated }) => kind === 'topic' && !negated);
  let search = 0;
  let ownOnly = false;
  for (const filter of filters) {
    if (filter.kind === 'search') {
      const own = analysed[search++]!;
      if (filter.negated) conditions.push({ sql: searchPredicate(own, true) });
      else if (own.terms.length > 0) searches.push(own);
      continue;
    }
    if (!filter.negated) remember(indexable, filter);
    if (!filter.negated && filter.kind === 'is' && (filter.what === 'alerted' || filter.what === 'mentioned')) {
      conditions.push({ sql: namesReader(view, filter.what), assured: filter.what });
      ownOnly = true;
    } else if (filter.kind === 'channel' && !filter.negated && namesTopic) {
      // The index of topics begins with the channel, and has all that such a narrow asks for.
      conditions.push({ sql: sql`m.channel_id = ${filter.channelId}` });
    } else conditions.push({ sql: predicate(view, filter), assured: assuredBy(filter) });
  }
  const { channel } = indexable;
  // Starring a message makes it one's own, also where it had not come to oneself.
  const beyondOwn = shared || indexable.is.has('starred');
  const scope = ownOnly || !beyondOwn ? 'received' : 'visible';
  // A direct conversation is looked up by all its people, the reader among them: nothing in it is hidden from them.
  if (!indexable.direct) {
    if (scope === 'received') conditions.push({ sql: isReceived(view), assured: 'scope' });
    else if (!channel || !view.open.has(channel.channelId)) conditions.push({ sql: isVisible(view), assured: 'scope' });
  }
  const inChannelsOnly = filters.some((filter) => filter.kind === 'is' && filter.what === 'dm' && filter.negated);
  return { view, indexable, inChannelsOnly, shared: beyondOwn, scope, conditions, searches, size: filters.length };
}

function remember(indexable: Mutable, filter: Exclude<Filter, { kind: 'search' }>): void {
  switch (filter.kind) {
    case 'channel':
      indexable.channel = filter;
      break;
    case 'channels':
      indexable.channels = filter;
      break;
    case 'topic':
      indexable.topic = filter;
      break;
    case 'direct':
      indexable.direct = filter;
      break;
    case 'direct including':
      indexable.directIncluding = filter;
      break;
    case 'sender':
      indexable.sender = filter;
      break;
    case 'id':
      indexable.id = filter;
      break;
    case 'is':
      indexable.is.add(filter.what);
      break;
    case 'has':
      indexable.has.add(filter.what);
      break;
  }
}

function assuredBy(filter: Exclude<Filter, { kind: 'search' }>): Guarantee | undefined {
  if (filter.negated) return undefined;
  if (filter.kind === 'has') return filter.what === 'reaction' ? 'reaction' : undefined;
  if (filter.kind !== 'is') return undefined;
  const { what } = filter;
  return what === 'unread' || what === 'dm' || what === 'starred' ? what : undefined;
}

/** The predicates of a message query as one, but for the searches and what the access path assures. */
export function predicateWithout({ conditions }: MessageQuery, ...assured: Guarantee[]): Sql {
  const asked = conditions.filter((each) => each.assured === undefined || !assured.includes(each.assured));
  return asked.length === 0
    ? sql`true`
    : sql.join(
        asked.map((each) => each.sql),
        ' and ',
      );
}

/** Whether a access path that sees to these has seen to everything. */
export function isCoveredBy({ conditions, searches }: MessageQuery, ...assured: Guarantee[]): boolean {
  return searches.length === 0 && conditions.every((each) => each.assured && assured.includes(each.assured));
}

/** All conditions of a message query as one. */
export function allPredicates(query: MessageQuery): Sql {
  const searches = query.searches.map((search) => searchPredicate(search, false));
  return sql.join([predicateWithout(query), ...searches], ' and ');
}
