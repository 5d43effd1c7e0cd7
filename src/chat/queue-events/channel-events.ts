import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { DefaultGroupObject } from '../channels/default-groups/group.ts';
import { ChannelFolderObject } from '../channels/folders/folder.ts';
import { ChannelObject, PermissionHolders, SubscriptionObject } from '../channels/present.ts';
import { PolicyNumber } from '../user-topics/policy.ts';
import type { DeclaredKind } from './declared.ts';

const ChannelName = Type.Object(
  {
    stream_id: Type.Integer({ description: 'ID of the channel.' }),
    name: Type.String({ description: 'Name of the channel.' }),
  },
  { additionalProperties: false },
);
const ChannelId = Type.Integer({ description: 'ID of the channel.' });
const peers = {
  stream_ids: Type.Array(Type.Integer(), { description: 'IDs of the channels.' }),
  user_ids: Type.Array(Type.Integer(), { description: 'IDs of the people, without the reader.' }),
};

/** Events about channels, subscriptions and topics. */
export const channelEvents = {
  stream: {
    sentence: 'Channels that the reader knows of changed.',
    byOp: {
      create: {
        sentence: 'Channels were created, or the reader knows of them from now on.',
        members: { streams: Type.Array(ChannelObject, { description: 'The channels.' }) },
      },
      delete: {
        sentence:
          'The reader no longer knows of channels. Without the capability `archived_channels` also: they were archived.',
        members: {
          streams: Type.Array(ChannelName, { description: 'The channels.' }),
          stream_ids: Type.Array(Type.Integer(), { description: 'IDs of the same channels.' }),
        },
      },
      update: {
        sentence: 'One property of a channel changed.',
        members: {
          stream_id: ChannelId,
          name: Type.String({ description: 'Name of the channel before the change.' }),
          property: Type.String({ description: 'Name of the property of `Channel` that changed.' }),
          value: Type.Union([Type.String(), Type.Boolean(), Type.Null(), PermissionHolders], {
            description: 'New value of that property.',
          }),
          rendered_description: Type.Optional(Type.String({ description: 'HTML of a new `description`.' })),
          history_public_to_subscribers: Type.Optional(
            Type.Boolean({ description: 'With `invite_only`: whether new subscribers see older messages.' }),
          ),
          is_web_public: Type.Optional(
            Type.Boolean({ description: 'With `invite_only`: whether people without an account can read.' }),
          ),
        },
      },
    },
  },
  subscription: {
    sentence: 'Subscriptions of the reader or of others changed.',
    byOp: {
      add: {
        sentence: 'The reader was subscribed to channels.',
        members: { subscriptions: Type.Array(SubscriptionObject, { description: 'The new subscriptions.' }) },
      },
      remove: {
        sentence: 'The reader was unsubscribed from channels.',
        members: { subscriptions: Type.Array(ChannelName, { description: 'The channels.' }) },
      },
      update: {
        sentence: "One of the reader's own settings for a channel changed.",
        members: {
          stream_id: ChannelId,
          property: Type.String({ description: 'Name of the property of `Subscription` that changed.' }),
          value: Type.Union([Type.String(), Type.Boolean(), Type.Null()], {
            description: 'New value of that property.',
          }),
        },
      },
      peer_add: { sentence: 'Other people were subscribed to channels.', members: peers },
      peer_remove: { sentence: 'Other people were unsubscribed from channels.', members: peers },
    },
  },
  channel_folder: {
    sentence: 'Folders of channels changed.',
    byOp: {
      add: {
        sentence: 'A folder was created.',
        members: { channel_folder: described(ChannelFolderObject, 'The new folder.') },
      },
      update: {
        sentence: 'A folder was changed or archived.',
        members: {
          channel_folder_id: Type.Integer({ description: 'ID of the folder that changed.' }),
          data: Type.Partial(ChannelFolderObject, { description: 'Properties that changed.' }),
        },
      },
      reorder: {
        sentence: 'Folders have another order.',
        members: { order: Type.Array(Type.Integer(), { description: 'IDs of all folders in their order.' }) },
      },
    },
  },
  default_streams: {
    sentence: 'The channels to which new people are subscribed changed.',
    members: { default_streams: Type.Array(Type.Integer(), { description: 'IDs of all default channels.' }) },
  },
  default_stream_groups: {
    sentence: 'Groups of default channels changed.',
    members: { default_stream_groups: Type.Array(DefaultGroupObject, { description: 'All groups.' }) },
  },
  user_topic: {
    sentence: 'The reader follows, mutes or unmutes a topic, or no longer does.',
    members: {
      stream_id: ChannelId,
      topic_name: Type.String({ description: 'Topic that the policy is for.' }),
      last_updated: Type.Integer({ description: 'When the reader changed it, in UNIX seconds.' }),
      visibility_policy: described(PolicyNumber, '0 none, 1 muted, 2 unmuted in a muted channel, 3 followed.'),
    },
  },
  muted_topics: {
    sentence: 'The older form of `user_topic`: all muted topics.',
    members: {
      muted_topics: Type.Array(Type.Tuple([Type.String(), Type.String(), Type.Integer()]), {
        description: 'Name of the channel, topic, and when it was muted in UNIX seconds.',
      }),
    },
  },
} satisfies Record<string, DeclaredKind>;
