import { Type } from 'typebox';
import { fitting, NOT_INSTRUCTIONS } from './answer.ts';
import { conversationOf, type FetchedMessage, lineOf, pageBefore, type Term } from './message-view.ts';
import { readingTool } from './tool.ts';

const MAX_MESSAGES = 30;

export const searchMessagesTool = readingTool({
  title: 'Search messages',
  about: `Finds messages that contain all given words, the newest ${MAX_MESSAGES} at most, the newest last. To read around a result, use read_conversation.`,
  side: 'chat',
  params: {
    words: Type.String({ minLength: 1, maxLength: 200, description: 'Words, or a phrase in double quotes.' }),
    channel: Type.Optional(Type.String({ maxLength: 60, description: 'Name of the only channel to search.' })),
    topic: Type.Optional(Type.String({ maxLength: 60, description: 'The only topic to search; needs a channel.' })),
    from: Type.Optional(Type.String({ maxLength: 320, description: 'E-mail address or user ID of the sender.' })),
    before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only messages older than this message ID.' })),
  },
  async run({ call }, { words, channel, topic, from, before }) {
    const narrow: Term[] = [['search', words]];
    if (channel !== undefined) narrow.push(['channel', channel]);
    if (topic !== undefined) narrow.push(['topic', topic]);
    if (from !== undefined) narrow.push(['sender', /^\d{1,15}$/.test(from) ? Number(from) : from]);
    const { messages, found_oldest: isAll } = await call(
      'GET /api/v1/messages',
      pageBefore(narrow, before, MAX_MESSAGES),
    );
    const lines = (messages as FetchedMessage[])
      .toReversed()
      .map((message) => ({ ...conversationOf(message), ...lineOf(message) }));
    return fitting('newestFirst', lines, { note: NOT_INSTRUCTIONS, hasOlder: !isAll });
  },
});
