import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { presentedBots } from './access.ts';
import { BotObject } from './bot.ts';

const OwnBot = Type.Object(
  { ...BotObject.properties, username: Type.String({ description: 'Same as `email`.' }) },
  { additionalProperties: false },
);

/** client: the real server's `username` is the address; it shows keys, of which only digests are kept here. */
export const getBots = chatOperation({
  method: 'GET',
  path: '/bots',
  summary: "List the caller's own active bots",
  access: anyUser,
  params: {},
  answer: { bots: Type.Array(OwnBot, { description: 'Bots that the caller owns and that can sign in.' }) },
  async read({ reader, caller, services }) {
    const bots = await presentedBots(reader, services.state.of(reader.organizationId), services, caller, caller.userId);
    return { bots: bots.filter((bot) => bot.is_active).map((bot) => ({ ...bot, username: bot.email })) };
  },
});
