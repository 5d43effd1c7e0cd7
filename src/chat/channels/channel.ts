import { type Static, Type } from 'typebox';
import type { GroupSettingValue } from '../user-groups/group-setting.ts';
import type { ChannelPermission } from './permissions.ts';

/** A channel's policy for its empty topic; `inherit` uses the organization's policy. */
export const ChannelTopicsPolicy = Type.Union([
  Type.Literal('inherit'),
  Type.Literal('allow_empty_topic'),
  Type.Literal('disable_empty_topic'),
  Type.Literal('empty_topic_only'),
]);
export type ChannelTopicsPolicy = Static<typeof ChannelTopicsPolicy>;

/** A channel's stored facts, apart from what traffic changes (its first message, whether it is active). */
export interface Channel {
  id: number;
  /** Identifies the channel among all that messages go to. */
  recipientId: number;
  name: string;
  description: string;
  renderedDescription: string;
  inviteOnly: boolean;
  isWebPublic: boolean;
  isArchived: boolean;
  historyPublicToSubscribers: boolean;
  /** New users are subscribed to it. */
  isDefault: boolean;
  topicsPolicy: ChannelTopicsPolicy;
  /** Null: as the organization has it; -1: unlimited. */
  messageRetentionDays: number | null;
  folderId: number | null;
  creatorId: number | null;
  dateCreated: Date;
  /** Messages a week, on average; null while there is not enough data to tell. */
  weeklyTraffic: number | null;
  permissions: Record<ChannelPermission, GroupSettingValue>;
}
