import type { Reader } from '../../../platform/db/reader.ts';
import type { Rendered } from '../../markdown/index.ts';
import type { Message } from '../../reading/message.ts';
import { loadTopicParticipants } from './queries.ts';

/** Mentions of a message. */
export interface Mentions {
  userIds: readonly number[];
  groupIds: readonly number[];
  channelWildcard: boolean;
  topicWildcard: boolean;
}

/** The part of an event `update_message` that is for those who notify; no client is given it. */
export interface MentioningUpdate {
  edit_timestamp: number;
  named_anew: {
    messageId: number;
    /** Mentions that the edit added. */
    added: Mentions;
    /** All earlier mentions of the message: they are not notified again. */
    former: Mentions;
    /** For topic wildcards: who takes part in the topic. */
    topicParticipantIds: number[];
  };
}

type MentionFields = Pick<Message, 'mentionedUserIds' | 'mentionedGroupIds' | 'channelWildcard' | 'topicWildcard'>;

/**
 * Returns the new mentions of an edit for notifications; undefined if there are none. People mentioned in any earlier
 * version are not new, so removing and re-adding a mention does not notify twice.
 * @param message the message before the edit
 */
export async function namedAnew(
  reader: Reader,
  message: Message,
  { rendered, topicParticipantIds }: { rendered: Rendered; topicParticipantIds: number[] },
): Promise<Pick<MentioningUpdate, 'named_anew'> | undefined> {
  const { id: messageId, channelId, topic, editHistory } = message;
  const earlier = editHistory.flatMap(({ prev_rendered_content }) => prev_rendered_content ?? []);
  const former = unionOf([mentionsOf(message), ...earlier.map(mentionsInHtml)]);
  const now = mentionsOf(rendered);
  const added = {
    userIds: now.userIds.filter((id) => !former.userIds.includes(id)),
    groupIds: now.groupIds.filter((id) => !former.groupIds.includes(id)),
    channelWildcard: now.channelWildcard && !former.channelWildcard,
    topicWildcard: now.topicWildcard && !former.topicWildcard,
  };
  const isAny = added.userIds.length > 0 || added.groupIds.length > 0 || added.channelWildcard || added.topicWildcard;
  if (!isAny) return undefined;
  const participants =
    channelId !== null && former.topicWildcard
      ? await loadTopicParticipants(reader, channelId, topic)
      : topicParticipantIds;
  return { named_anew: { messageId, added, former, topicParticipantIds: participants } };
}

/** The mentions of a message as its own fields have them. */
export function mentionFields({ userIds, groupIds, ...wildcards }: Mentions): MentionFields {
  return { mentionedUserIds: [...userIds], mentionedGroupIds: [...groupIds], ...wildcards };
}

function mentionsOf({ mentionedUserIds, mentionedGroupIds, channelWildcard, topicWildcard }: MentionFields): Mentions {
  return { userIds: mentionedUserIds, groupIds: mentionedGroupIds, channelWildcard, topicWildcard };
}

/** The mentions in HTML of our own (`markdown/write-reference.ts`), silent ones left out. No text brings such elements. */
function mentionsInHtml(html: string): Mentions {
  const idsOf = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, id]) => Number(id));
  return {
    userIds: idsOf(/<span class="user-mention" data-user-id="(\d+)">/g),
    groupIds: idsOf(/<span class="user-group-mention" data-user-group-id="(\d+)">/g),
    channelWildcard: html.includes('<span class="user-mention channel-wildcard-mention" data-user-id="*">'),
    topicWildcard: html.includes('<span class="topic-mention">'),
  };
}

function unionOf(all: readonly Mentions[]): Mentions {
  return {
    userIds: [...new Set(all.flatMap(({ userIds }) => userIds))],
    groupIds: [...new Set(all.flatMap(({ groupIds }) => groupIds))],
    channelWildcard: all.some(({ channelWildcard }) => channelWildcard),
    topicWildcard: all.some(({ topicWildcard }) => topicWildcard),
  };
}
