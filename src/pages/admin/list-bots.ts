import { Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { sessionOperation } from '../session/session-operation.ts';
import { loadBots } from './bot-queries.ts';
import { readPlace, writePlace } from './place-in-list.ts';

/** Bots that one answer has. */
const PAGE = 50;

export const listBots = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/bots',
  summary: 'List the bots of the chat with their owners and their last use, a page at a time',
  access: 'administrator',
  query: { after: 'The `next` of the page before.' },
  answer: Type.Object({
    bots: Type.Array(
      Type.Object({
        userId: Type.Integer({ description: 'ID of the bot as a chat user.' }),
        name: Type.String({ description: 'Name that everybody sees.' }),
        email: Type.String({ description: 'E-mail address with which the bot signs in.' }),
        type: Type.Integer({ description: '1: generic, 2: incoming webhook, 3: outgoing webhook, 4: embedded.' }),
        isActive: Type.Boolean({ description: 'False if the bot is deactivated.' }),
        owner: Nullable(Type.String(), { description: 'Name of the person who owns the bot; null: nobody.' }),
        usedAt: Nullable(Type.Integer(), {
          description: 'When one of its keys was last used, to the hour, in milliseconds since 1970; null: never.',
        }),
      }),
      { description: 'Bots of this page, the oldest first.' },
    ),
    next: Type.Optional(Type.String({ description: 'Send it as `after` for the next page; absent on the last one.' })),
  }),
  async serve({ services, session, query }) {
    const after = query.after === undefined ? 0 : Number(readPlace(query.after, 1)[0]);
    // A place that is none is the end: nothing comes after it.
    const afterId = Number.isSafeInteger(after) ? after : Number.MAX_SAFE_INTEGER;
    const found = await loadBots(services.database.reader.of(session.organizationId), afterId, PAGE + 1);
    const page = found.slice(0, PAGE);
    return {
      bots: page.map(({ ownerName, botType, usedAt, ...bot }) => ({
        ...bot,
        type: botType,
        owner: ownerName,
        usedAt: usedAt?.getTime() ?? null,
      })),
      ...(found.length > PAGE && { next: writePlace(String(page.at(-1)!.userId)) }),
    };
  },
});
