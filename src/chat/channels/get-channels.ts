import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser, Role } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { alias, json, withDefault } from '../http/params.ts';
import { findUserById } from '../users/access.ts';
import { channelPresenter, hasContentAccess, knownChannels, subscribedChannelIds } from './access.ts';
import { ChannelObject } from './present.ts';

const flag = (fallback: boolean, description: string) => withDefault(json(Type.Boolean({ description })), fallback);

export const getChannels = chatOperation({
  method: 'GET',
  path: '/streams',
  summary: 'List the channels that the caller may know of, by kind',
  access: anyUser,
  params: {
    include_public: flag(true, 'Whether the list has public channels.'),
    include_web_public: flag(false, 'Whether the list has channels that can be read without an account.'),
    include_subscribed: flag(true, 'Whether the list has the channels that the caller is subscribed to.'),
    exclude_archived: flag(true, 'Whether the list leaves out archived channels.'),
    include_all: alias(
      flag(false, 'Whether the list has all channels that the caller may know of.'),
      'include_all_active',
    ),
    include_default: flag(false, 'Whether each channel has `is_default`.'),
    include_owner_subscribed: flag(false, 'Whether the list has the channels of the owner, if the caller is a bot.'),
    include_can_access_content: flag(false, 'Whether the list has all channels whose messages the caller may read.'),
  },
  answer: { streams: Type.Array(ChannelObject, { description: 'Channels in the order of their names.' }) },
  async read({ caller, reader, now }, params) {
    const facts = uncachedFacts(reader);
    const own = await subscribedChannelIds(facts, caller.userId);
    const bot = params.include_owner_subscribed ? await findUserById(facts, caller.userId) : undefined;
    const ofOwner = bot?.botOwnerId == null ? new Set<number>() : await subscribedChannelIds(facts, bot.botOwnerId);
    const channels = [];
    for (const channel of await knownChannels(facts, caller)) {
      if (params.exclude_archived && channel.isArchived) continue;
      const included =
        params.include_all ||
        (params.include_public && !channel.inviteOnly && (caller.role !== Role.guest || channel.isWebPublic)) ||
        (params.include_web_public && channel.isWebPublic) ||
        (params.include_subscribed && own.has(channel.id)) ||
        ofOwner.has(channel.id) ||
        (params.include_can_access_content && (await hasContentAccess(facts, caller, channel)));
      if (included) channels.push(channel);
    }
    channels.sort((a, b) => a.name.localeCompare(b.name, 'en'));
    const present = await channelPresenter(reader, channels, now);
    return {
      streams: channels.map((channel) => ({
        ...present(channel),
        ...(params.include_default ? { is_default: channel.isDefault } : {}),
      })),
    };
  },
});
