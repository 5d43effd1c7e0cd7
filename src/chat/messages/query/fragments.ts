import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { ReaderView } from '../../reading/view.ts';
import { predicate, topicPolicy } from './predicates.ts';

/** `is:mentioned` of a row `m` of chat.messages. */
export function isMentioned(view: ReaderView): Sql {
  return predicate(view, { kind: 'is', what: 'mentioned', negated: false });
}

/** `is:muted` of a row `m` of chat.messages. */
export function isMuted(view: ReaderView): Sql {
  return predicate(view, { kind: 'is', what: 'muted', negated: false });
}

/** The reader has muted the topic of a row `m` of chat.messages. */
export function isInMutedTopic(view: ReaderView): Sql {
  return sql`(m.channel_id is not null and ${topicPolicy(view)} = 1)`;
}
