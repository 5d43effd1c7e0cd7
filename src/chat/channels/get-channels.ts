import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser, Role } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { alias, json, withDefault } from '../http/params.ts';
import { findUserById } from '../users/access.ts';
import { channelPresenter, hasContentAccess, knownChannels, subscribedChannelIds } from './access.ts';
import { ChannelObject } from './present.ts';

const flag = (fallback: boolean) => withDefault(json(Type.Boolean()), fallback);

export const getChannels = chatOperation({
  method: 'GET',
  path: '/streams',
  summary: 'The channels that the caller may know of, by kind',
  access: anyUser,
  params: {
    include_public: flag(true),
    include_web_public: flag(false),
    include_subscribed: flag(true),
    exclude_archived: flag(true),
    include_all: alias(flag(false), 'include_all_active'),
    include_default: flag(false),
    include_owner_subscribed: flag(false),
    include_can_access_content: flag(false),
  },
  answer: { streams: Type.Array(ChannelObject) },
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
