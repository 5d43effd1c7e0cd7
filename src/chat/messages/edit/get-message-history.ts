import { type Static, Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { anyUser } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath, json, withDefault } from '../../http/params.ts';
import type { Message } from '../../reading/message.ts';
import { realmOf } from '../../realms/access.ts';
import { accessMessage } from '../access.ts';
import { htmlDiff } from './html-diff.ts';

const Snapshot = Type.Object(
  {
    topic: Type.String({ description: 'Topic in this state.' }),
    prev_topic: Type.Optional(
      Type.String({ description: 'Topic before the move. Absent if the topic stayed the same.' }),
    ),
    stream: Type.Optional(
      Type.Integer({ description: 'ID of the channel after the move. Absent if the channel stayed the same.' }),
    ),
    prev_stream: Type.Optional(
      Type.Integer({ description: 'ID of the channel before the move. Absent if the channel stayed the same.' }),
    ),
    content: Type.String({ description: 'Markdown in this state.' }),
    rendered_content: Type.String({ description: 'HTML in this state.' }),
    prev_content: Type.Optional(
      Type.String({ description: 'Markdown before the edit. Absent if the content stayed the same.' }),
    ),
    prev_rendered_content: Type.Optional(
      Type.String({ description: 'HTML before the edit. Absent if the content stayed the same.' }),
    ),
    content_html_diff: Type.Optional(
      Type.String({ description: 'HTML with what the edit added and removed. Absent if the content stayed the same.' }),
    ),
    user_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'ID of the person who edited or moved the message. Null if it is not known.',
    }),
    timestamp: Type.Integer({ description: 'When this state began, in UNIX seconds.' }),
  },
  { additionalProperties: false },
);
type Snapshot = Static<typeof Snapshot>;

export const getMessageHistory = chatOperation({
  method: 'GET',
  path: '/messages/:message_id/history',
  summary: 'List every state that a message has been in, the oldest first',
  access: anyUser,
  params: {
    message_id: inPath(described(Id, 'ID of the message whose states are listed.')),
    allow_empty_topic_name: withDefault(
      json(Type.Boolean({ description: 'Whether the empty topic is `""`. Otherwise its display name appears.' })),
      false,
    ),
  },
  answer: {
    message_history: Type.Array(Snapshot, { minItems: 1, description: 'States from the original to the current one.' }),
  },
  async read({ services: { state }, reader, caller }, { message_id, allow_empty_topic_name }) {
    const realm = await realmOf(state.of(caller.organizationId));
    if (!realm.allowEditHistory) throw badRequest('Message edit history is disabled in this organization');
    const message = await accessMessage(reader, state.of(reader.organizationId), caller, message_id);
    const named = (topic: string) =>
      topic === '' && message.channelId !== null && !allow_empty_topic_name ? realm.emptyTopicDisplayName : topic;
    return { message_history: historyOf(message, named) };
  },
});

/** The history says what each change replaced: the states are found by going back from the present one. */
function historyOf(message: Message, named: (topic: string) => string): Snapshot[] {
  const { editHistory, sender, timestamp } = message;
  let { content, renderedContent, topic } = message;
  const newestFirst: Snapshot[] = [];
  for (const item of editHistory) {
    const { prev_topic, prev_content, prev_rendered_content, prev_stream, stream } = item;
    newestFirst.push({
      topic: named(topic),
      ...(prev_topic === undefined ? {} : { prev_topic: named(prev_topic) }),
      ...(prev_stream === undefined ? {} : { prev_stream, stream: stream! }),
      content,
      rendered_content: renderedContent,
      ...(prev_content === undefined
        ? {}
        : {
            prev_content,
            prev_rendered_content: prev_rendered_content!,
            content_html_diff: htmlDiff(prev_rendered_content!, renderedContent),
          }),
      user_id: item.user_id,
      timestamp: item.timestamp,
    });
    topic = prev_topic ?? topic;
    content = prev_content ?? content;
    renderedContent = prev_rendered_content ?? renderedContent;
  }
  newestFirst.push({ topic: named(topic), content, rendered_content: renderedContent, user_id: sender.id, timestamp });
  return newestFirst.reverse();
}
