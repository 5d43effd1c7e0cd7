import { Type } from 'typebox';
import { addMember, closeObject } from '../../platform/http/json-object-text.ts';
import { JsonValueText } from '../../platform/http/json-text.ts';
import { type Channel, channelTexts, knownChannels } from '../channels/access.ts';
import { presentedDefaultGroups } from '../channels/default-groups/access.ts';
import { DefaultGroupObject } from '../channels/default-groups/group.ts';
import { presentedFolders } from '../channels/folders/access.ts';
import { ChannelFolderObject } from '../channels/folders/folder.ts';
import { ChannelObject, SubscriptionObject } from '../channels/present.ts';
import { Role } from '../http/caller.ts';
import { subscriptionLists } from '../subscriptions/access.ts';
import { defineInitialState } from './initial-state.ts';

const listOf = (texts: readonly string[]) => new JsonValueText(`[${texts.join(',')}]`);

/**
 * Three lists of the same channels, of which an organization may have thousands: their texts are made once, and once for
 * all who register in a state of the organization.
 */
export const channels = defineInitialState({
  types: ['stream', 'default_streams', 'subscription'],
  fields: {
    streams: Type.Array(ChannelObject, { description: 'Channels that the caller may know of.' }),
    realm_default_streams: Type.Array(Type.Integer(), {
      description: 'IDs of the channels to which new users are subscribed.',
    }),
    subscriptions: Type.Array(SubscriptionObject, { description: 'Channels that the caller is subscribed to.' }),
    unsubscribed: Type.Array(SubscriptionObject, { description: 'Channels that the caller has unsubscribed from.' }),
    never_subscribed: Type.Array(
      Type.Object(
        {
          ...ChannelObject.properties,
          subscribers: Type.Optional(
            Type.Array(Type.Integer(), {
              description: 'IDs of all subscribers. Absent unless `include_subscribers` asks for them.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { description: 'Channels that the caller has never been subscribed to.' },
    ),
  },
  async load({ reader, facts, caller, options, now, wants }) {
    const known = await knownChannels(facts, caller);
    const knowsArchived = options.capabilities.archived_channels ?? false;
    // As the events of default channels: guests get none of them, whichever they may know of.
    const isListed = caller.role !== Role.guest;
    const isDefault = (channel: Channel) => isListed && channel.isDefault;
    const state: Record<string, unknown> = {};
    if (wants('default_streams'))
      state.realm_default_streams = known
        .filter((channel) => isDefault(channel) && !channel.isArchived)
        .map(({ id }) => id);
    if (!wants('stream') && !wants('subscription')) return state;
    const listed = known.filter(({ isArchived }) => !isArchived || knowsArchived);
    const texts = await channelTexts(reader, facts, listed, now);
    const open = listed.map((channel) => ({ channel, text: texts.get(channel.id)! }));
    if (wants('stream'))
      state.streams = listOf(
        open.map(({ channel, text }) => closeObject(addMember(text, 'is_default', isDefault(channel)))),
      );
    if (wants('subscription')) {
      const lists = await subscriptionLists({ reader, facts, caller }, open, {
        // `partial` allows the server to leave people out; it never does.
        includeSubscribers: options.includeSubscribers !== false,
      });
      state.subscriptions = listOf(lists.subscriptions);
      state.unsubscribed = listOf(lists.unsubscribed);
      state.never_subscribed = listOf(lists.neverSubscribed);
    }
    return state;
  },
});

export const defaultGroups = defineInitialState({
  types: ['default_stream_groups'],
  fields: {
    realm_default_stream_groups: Type.Array(DefaultGroupObject, {
      description: 'Named groups of channels, for clients that offer them to new users.',
    }),
  },
  async load({ reader, caller }) {
    // As the events of them: guests get none.
    const isListed = caller.role !== Role.guest;
    return {
      realm_default_stream_groups: isListed ? await presentedDefaultGroups(reader) : [],
    };
  },
});

export const channelFolders = defineInitialState({
  types: ['channel_folders'],
  fields: {
    channel_folders: Type.Array(ChannelFolderObject, {
      description: 'Folders of channels in their order, archived ones too.',
    }),
  },
  async load({ reader }) {
    // Archived ones too: events say what becomes of them.
    return { channel_folders: await presentedFolders(reader, true) };
  },
});
