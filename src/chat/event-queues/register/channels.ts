import { Type } from 'typebox';
import { channelPresenter, loadKnownChannels } from '../../channels/access.ts';
import { presentedFolders } from '../../channels/folders/access.ts';
import { ChannelFolderObject } from '../../channels/folders/folder.ts';
import { ChannelObject, SubscriptionObject } from '../../channels/present.ts';
import { Role } from '../../http/caller.ts';
import { subscriptionLists } from '../../subscriptions/access.ts';
import { defineInitialState } from './initial-state.ts';

export const subscriptions = defineInitialState({
  types: ['subscription'],
  fields: {
    subscriptions: Type.Array(SubscriptionObject),
    unsubscribed: Type.Array(SubscriptionObject),
    never_subscribed: Type.Array(
      Type.Object(
        { ...ChannelObject.properties, subscribers: Type.Optional(Type.Array(Type.Integer())) },
        { additionalProperties: false },
      ),
    ),
  },
  async load({ reader, caller, options, now }) {
    const lists = await subscriptionLists(reader, caller, {
      // `partial` allows the server to leave people out; it never does.
      includeSubscribers: options.includeSubscribers !== false,
      includeArchived: options.capabilities.archived_channels ?? false,
      now,
    });
    return {
      subscriptions: lists.subscriptions,
      unsubscribed: lists.unsubscribed,
      never_subscribed: lists.neverSubscribed,
    };
  },
});

export const streams = defineInitialState({
  types: ['stream'],
  fields: { streams: Type.Array(ChannelObject) },
  async load({ reader, caller, options, now }) {
    const known = await loadKnownChannels(reader, caller);
    const listed = known.filter(({ isArchived }) => !isArchived || options.capabilities.archived_channels);
    const present = await channelPresenter(reader, caller.organizationId, listed, now);
    const isTold = caller.role !== Role.guest;
    return { streams: listed.map((channel) => ({ ...present(channel), is_default: isTold && channel.isDefault })) };
  },
});

export const defaultStreams = defineInitialState({
  types: ['default_streams'],
  fields: { realm_default_streams: Type.Array(Type.Integer()) },
  async load({ reader, caller }) {
    // As its events: guests get none of them, whichever they may know of.
    if (caller.role === Role.guest) return { realm_default_streams: [] };
    const known = await loadKnownChannels(reader, caller);
    const defaults = known.filter(({ isDefault, isArchived }) => isDefault && !isArchived);
    return { realm_default_streams: defaults.map(({ id }) => id) };
  },
});

export const channelFolders = defineInitialState({
  types: ['channel_folders'],
  fields: { channel_folders: Type.Array(ChannelFolderObject) },
  async load({ reader, caller }) {
    // Archived ones too: events say what becomes of them.
    return { channel_folders: await presentedFolders(reader, caller.organizationId, true) };
  },
});
