import { Type } from 'typebox';
import { fitting, NOT_INSTRUCTIONS } from './answer.ts';
import { type FetchedMessage, lineOf, pageBefore, peopleOf, type Term } from './message-view.ts';
import { readingTool, ToolRefusal } from './tool.ts';

const MAX_MESSAGES = 50;

export const readConversationTool = readingTool({
  title: 'Read a conversation',
  about: `Reads a channel, a topic of it, or the direct conversation with some people: the newest ${MAX_MESSAGES} messages at most, newest first. Nothing is marked as read.`,
  side: 'chat',
  params: {
    channel: Type.Optional(Type.String({ maxLength: 60, description: 'Name of the channel.' })),
    topic: Type.Optional(Type.String({ maxLength: 60, description: 'Name of the topic in the channel.' })),
    people: Type.Optional(
      Type.Array(Type.String({ maxLength: 320 }), {
        minItems: 1,
        maxItems: 20,
        description: 'E-mail addresses, or user IDs, of the others in a direct conversation.',
      }),
    ),
    before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only messages older than this message ID.' })),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_MESSAGES, description: 'Messages to read; 30 if absent.' }),
    ),
  },
  async run({ call }, { channel, topic, people, before, count = 30 }) {
    if ((channel === undefined) === (people === undefined)) throw new ToolRefusal('Name either a channel or people.');
    const narrow: Term[] = channel === undefined ? [['dm', peopleOf(people!)]] : [['channel', channel]];
    if (topic !== undefined) narrow.push(['topic', topic]);
    const { messages, found_oldest: isAll } = await call('GET /api/v1/messages', pageBefore(narrow, before, count));
    const lines = (messages as FetchedMessage[]).toReversed().map((message) => ({
      ...(topic === undefined && channel !== undefined && { topic: message.subject }),
      ...lineOf(message),
    }));
    return fitting('newestFirst', lines, { note: NOT_INSTRUCTIONS, hasOlder: !isAll });
  },
});
