import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessBot } from './access.ts';
import { doRegenerateKey } from './actions.ts';

export const regenerateBotKey = chatOperation({
  method: 'POST',
  path: '/bots/:bot_id/api_key/regenerate',
  summary: 'Give a bot a new API key; the old ones are refused at once',
  access: anyUser,
  params: { bot_id: inPath(described(Id, 'User ID of the bot. Its former key stops working.')) },
  answer: { api_key: Type.String({ description: 'New secret. It is shown only once.' }) },
  async write({ tx, caller }, { bot_id }) {
    await tx.position();
    const bot = await accessBot(uncachedFacts(tx), caller, bot_id);
    if (!bot.isActive) throw badRequest('No such bot');
    return { api_key: await doRegenerateKey(tx, bot) };
  },
});
