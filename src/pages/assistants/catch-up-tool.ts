import { fitting, NOT_INSTRUCTIONS } from './answer.ts';
import { conversationOf, type FetchedMessage, lineOf, pageBefore } from './message-view.ts';
import { readingTool } from './tool.ts';

/** Messages that are looked at, and those that are shown of a conversation. */
const MAX_UNREAD = 200;
const SHOWN = 3;

export const catchUpTool = readingTool({
  title: 'Catch up',
  about: `Lists your unread conversations of the chat: those that mention you first, then the newest. Looks at the newest ${MAX_UNREAD} unread messages and shows the last ${SHOWN} of each conversation. Nothing is marked as read.`,
  side: 'chat',
  params: {},
  async run({ call }) {
    const page = await call('GET /api/v1/messages', pageBefore([['is', 'unread']], undefined, MAX_UNREAD));
    const messages = (page.messages as FetchedMessage[]).toReversed();
    const grouped = Map.groupBy(messages, (message) => JSON.stringify(conversationOf(message)));
    const conversations = [...grouped.values()].map((own) => ({
      ...conversationOf(own[0]!),
      unread: own.length,
      mentions: own.filter(({ flags }) => flags.includes('mentioned')).length,
      newestFirst: own.slice(0, SHOWN).map(lineOf),
    }));
    conversations.sort((a, b) => Number(b.mentions > 0) - Number(a.mentions > 0));
    return fitting('conversations', conversations, {
      note: NOT_INSTRUCTIONS,
      unread: messages.length,
      hasOlder: !page.found_oldest,
    });
  },
});
