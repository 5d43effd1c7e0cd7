import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { doDeactivateUser } from '../accounts/actions.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessBot } from './access.ts';

export const deactivateBot = chatOperation({
  method: 'DELETE',
  path: '/bots/:bot_id',
  summary: 'Deactivate a bot, so that it can no longer sign in',
  access: anyUser,
  params: { bot_id: inPath(described(Id, 'User ID of the bot to deactivate.')) },
  answer: {},
  async write({ tx, caller }, { bot_id }) {
    await tx.position();
    const bot = await accessBot(uncachedFacts(tx), caller, bot_id);
    if (!bot.isActive) throw badRequest('No such bot');
    await doDeactivateUser(tx, bot.id);
    return {};
  },
});
