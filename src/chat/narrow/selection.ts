import { type Sql, sql } from '../../platform/db/sql.ts';
import type { ReaderView } from '../messages/reader-view.ts';
import type { Search } from '../messages/search.ts';
import { isReceived, isVisible } from '../messages/visibility.ts';
import { condition, searchCondition } from './conditions.ts';
import type { Filter, ResolvedNarrow } from './resolve.ts';

/** A narrow made ready to be asked: who reads, where the messages come from, and what is asked of each. */
export interface Selection {
  view: ReaderView;
  /** The filters that an index can lead to. */
  by: Positive;
  /** Whether it looks beyond the person's own history. */
  shared: boolean;
  /** What a row `m` of chat.messages must satisfy, who may see it included, but for the searches. */
  conditions: Sql[];
  /** Positive searches: they may be answered by an index of their own. */
  searches: Search[];
  /** Number of terms: statements of many are not kept prepared. */
  size: number;
}

/** The filters that are not negated, at most one of a kind: each could be the way in. */
export interface Positive {
  channel?: Extract<Filter, { kind: 'channel' }>;
  channels?: Extract<Filter, { kind: 'channels' }>;
  topic?: Extract<Filter, { kind: 'topic' }>;
  direct?: Extract<Filter, { kind: 'direct' }>;
  directIncluding?: Extract<Filter, { kind: 'direct including' }>;
  sender?: Extract<Filter, { kind: 'sender' }>;
  id?: Extract<Filter, { kind: 'id' }>;
  is: ReadonlySet<Extract<Filter, { kind: 'is' }>['what']>;
}

/** @param analysed the searches of the narrow, in their order */
export function makeSelection(
  view: ReaderView,
  { filters, shared }: ResolvedNarrow,
  analysed: readonly Search[],
): Selection {
  const conditions: Sql[] = [];
  const searches: Search[] = [];
  const by: Positive & { is: Set<Extract<Filter, { kind: 'is' }>['what']> } = { is: new Set() };
  let search = 0;
  for (const filter of filters) {
    if (filter.kind === 'search') {
      const own = analysed[search++]!;
      if (filter.negated) conditions.push(searchCondition(own, true));
      else if (own.terms.length > 0) searches.push(own);
      continue;
    }
    conditions.push(condition(view, filter));
    if (!filter.negated) remember(by, filter);
  }
  const { channel } = by;
  // Starring a message makes it one's own, also where it had not come to oneself.
  const beyondOwn = shared || by.is.has('starred');
  if (!beyondOwn) conditions.push(isReceived(view));
  else if (!channel || !view.open.has(channel.channelId)) conditions.push(isVisible(view));
  return { view, by, shared: beyondOwn, conditions, searches, size: filters.length };
}

function remember(by: Positive & { is: Set<string> }, filter: Exclude<Filter, { kind: 'search' }>): void {
  switch (filter.kind) {
    case 'channel':
      by.channel = filter;
      break;
    case 'channels':
      by.channels = filter;
      break;
    case 'topic':
      by.topic = filter;
      break;
    case 'direct':
      by.direct = filter;
      break;
    case 'direct including':
      by.directIncluding = filter;
      break;
    case 'sender':
      by.sender = filter;
      break;
    case 'id':
      by.id = filter;
      break;
    case 'is':
      by.is.add(filter.what);
      break;
    case 'has':
      break;
  }
}

/** All conditions of a selection as one. */
export function allConditions({ conditions, searches }: Selection): Sql {
  return sql.join([...conditions, ...searches.map((search) => searchCondition(search, false))], ' and ');
}
