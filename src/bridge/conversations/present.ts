import { type Static, Type } from 'typebox';
import { encodeNarrowOperand } from '../../chat/markdown/links.ts';
import { isResolvedTopic } from '../../chat/topics/topic-name.ts';
import { Nullable } from '../../dispatch/http/validate.ts';
import type { TopicPlace } from './conversation.ts';

/** A task's topic, for those who dispatch. */
export const TaskConversation = Type.Object({
  taskId: Type.String({ description: 'Task that the topic is about.' }),
  isAvailable: Type.Boolean({ description: 'True if a channel is set in which the task can have a topic.' }),
  conversation: Nullable(
    Type.Object({
      channelId: Type.Integer({ description: 'ID of the chat channel that it is in.' }),
      topic: Type.String({ description: 'Name of the topic.' }),
      isResolved: Type.Boolean({ description: 'True if the topic is resolved.' }),
      url: Type.String({ description: 'Where chat clients show it.' }),
      isReadable: Type.Boolean({
        description: 'True if you have a chat account that may read it. False for the organization’s own key.',
      }),
    }),
    { description: "The task's topic; null if it has none yet." },
  ),
});

/** Place of a topic, and whether the caller may read it in the chat. */
type ReadPlace = TopicPlace & { isReadable: boolean };

export function presentConversation(
  taskId: string,
  isAvailable: boolean,
  place: ReadPlace | null,
  publicUrl: string,
): Static<typeof TaskConversation> {
  const url = (at: TopicPlace) => `${publicUrl}/#narrow/channel/${at.channelId}/topic/${encodeNarrowOperand(at.topic)}`;
  const conversation = place && { ...place, isResolved: isResolvedTopic(place.topic), url: url(place) };
  return { taskId, isAvailable: isAvailable || place !== null, conversation };
}
