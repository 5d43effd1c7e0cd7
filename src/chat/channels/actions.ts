import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { type AudienceTag, emitChatEvent } from '../events/emit.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import type { GroupSettingValue } from '../user-groups/group-setting.ts';
import { type ChannelCaller, channelPresenter, knownChannels, unsubscribedWithMetadataAccess } from './access.ts';
import { audienceOfChannel, audienceOfUsers, audiencesOfChannels } from './audience.ts';
import type { Channel, ChannelTopicsPolicy } from './channel.ts';
import { doLeaveDefaultGroups } from './default-groups/actions.ts';
import { renderDescription } from './names.ts';
import { type ChannelPermission, channelPermissionNames, completeChannelPermissions } from './permissions.ts';
import { streamPostPolicy } from './present.ts';
import { insertChannels, loadDefaultChannels, loadPeople, loadSubscriberIds, updateChannel } from './queries.ts';

export interface NewChannel {
  name: string;
  description: string;
  inviteOnly: boolean;
  isWebPublic: boolean;
  historyPublicToSubscribers: boolean;
  isDefault: boolean;
  topicsPolicy: ChannelTopicsPolicy;
  messageRetentionDays: number | null;
  folderId: number | null;
  /** Permissions that were given; the others get their defaults. */
  permissions: Partial<Record<ChannelPermission, GroupSettingValue>>;
}

/**
 * Makes channels; the caller holds the organization's log. One whose name a living channel has, in any case, is left out of
 * what is given back.
 * @param creatorId null: made by the organization itself
 * @param firstSubscribers who will be subscribed in the same transaction: they are notified of a private channel too
 */
export async function doCreateChannels(
  tx: Tx,
  creatorId: number | null,
  given: readonly NewChannel[],
  firstSubscribers: readonly number[],
): Promise<Channel[]> {
  const { organizationId } = tx;

  if (given.length === 0) return [];
  const facts = uncachedFacts(tx);
  const groups = await systemGroupIds(facts);
  const rendered: string[] = [];
  for (const { description } of given) rendered.push(await renderDescription(facts, description));
  const created = await insertChannels(
    tx,
    creatorId,
    given.map((channel, index) => ({
      name: channel.name,
      description: channel.description,
      rendered_description: rendered[index]!,
      invite_only: channel.inviteOnly,
      is_web_public: channel.isWebPublic,
      history_public_to_subscribers: channel.historyPublicToSubscribers,
      is_default: channel.isDefault,
      topics_policy: channel.topicsPolicy,
      message_retention_days: channel.messageRetentionDays,
      folder_id: channel.folderId,
      permissions: completeChannelPermissions(channel.permissions, groups, creatorId),
    })),
  );
  if (created.length === 0) return [];
  const present = await channelPresenter(tx, created, tx.now);
  const guests = (await loadPeople(tx, firstSubscribers)).filter(({ role }) => role === 600);
  const audienceOf = await audiencesOfChannels(tx, created);
  for (const channel of created) {
    const notified = channel.isWebPublic ? [] : channel.inviteOnly ? firstSubscribers : guests.map(({ id }) => id);
    const audience = new Set<AudienceTag>([...audienceOf(channel), ...audienceOfUsers(notified)]);
    emitChatEvent(
      tx,
      organizationId,
      [...audience],
      { type: 'stream', op: 'create', streams: [present(channel)] },
      { state: true },
    );
  }
  if (created.some(({ isDefault }) => isDefault)) await doEmitDefaultChannels(tx);
  for (const channel of created)
    tx.audit({
      organizationId,
      action: 'channel.created',
      object: objectOf(channel),
      details: changesBetween<Channel>(undefined, channel, ['inviteOnly', 'isWebPublic']),
    });
  return created;
}

/** The facts of a channel that can be changed. */
export type ChannelChanges = Partial<
  Pick<
    Channel,
    | 'name'
    | 'description'
    | 'inviteOnly'
    | 'isWebPublic'
    | 'historyPublicToSubscribers'
    | 'isDefault'
    | 'topicsPolicy'
    | 'messageRetentionDays'
    | 'folderId'
  >
> & { permissions?: Partial<Record<ChannelPermission, GroupSettingValue>> };

/** Changes a channel, and notifies everybody who knows of it, came to know of it or no longer does. */
export async function doUpdateChannel(tx: Tx, before: Channel, changes: ChannelChanges): Promise<Channel> {
  const { organizationId } = tx;

  const facts = uncachedFacts(tx);
  const after: Channel = {
    ...before,
    ...changes,
    permissions: { ...before.permissions, ...changes.permissions },
    renderedDescription:
      changes.description === undefined
        ? before.renderedDescription
        : await renderDescription(facts, changes.description),
  };
  await tx.position();
  await updateChannel(tx, after);
  const groups = await systemGroupIds(facts);
  const audience = await audienceOfChannel(tx, after);
  const emitUpdate = (property: string, value: unknown, more: object = {}) =>
    emitChatEvent(
      tx,
      organizationId,
      audience,
      { type: 'stream', op: 'update', stream_id: after.id, name: before.name, property, value, ...more },
      { state: true },
    );
  const privacy =
    before.inviteOnly !== after.inviteOnly ||
    before.isWebPublic !== after.isWebPublic ||
    before.historyPublicToSubscribers !== after.historyPublicToSubscribers;
  if (privacy || changes.permissions) await emitToNewcomersAndOutsiders(tx, before, after);
  if (privacy)
    emitUpdate('invite_only', after.inviteOnly, {
      history_public_to_subscribers: after.historyPublicToSubscribers,
      is_web_public: after.isWebPublic,
    });
  if (before.name !== after.name) emitUpdate('name', after.name);
  if (before.description !== after.description)
    emitUpdate('description', after.description, { rendered_description: after.renderedDescription });
  if (before.topicsPolicy !== after.topicsPolicy) emitUpdate('topics_policy', after.topicsPolicy);
  if (before.messageRetentionDays !== after.messageRetentionDays)
    emitUpdate('message_retention_days', after.messageRetentionDays);
  if (before.folderId !== after.folderId) emitUpdate('folder_id', after.folderId);
  for (const name of channelPermissionNames) {
    const value = after.permissions[name];
    if (JSON.stringify(value) === JSON.stringify(before.permissions[name])) continue;
    emitUpdate(name, value);
    if (name !== 'can_send_message_group') continue;
    const policy = streamPostPolicy(value, groups);
    if (policy === streamPostPolicy(before.permissions[name], groups)) continue;
    // The same fact as older clients know it.
    emitUpdate('stream_post_policy', policy);
    emitUpdate('is_announcement_only', policy === 2);
  }
  if (before.isDefault !== after.isDefault) await doEmitDefaultChannels(tx);
  if (after.inviteOnly || after.isDefault) await doLeaveDefaultGroups(tx, after.id);
  const details = {
    ...changesBetween<Channel>(before, after, AUDITED),
    ...changesBetween<Channel['permissions']>(before.permissions, after.permissions, channelPermissionNames),
  };
  if (Object.keys(details).length > 0)
    tx.audit({ organizationId, action: 'channel.changed', object: objectOf(after), details });
  return after;
}

/** Audited fields of a channel, besides its permissions. */
const AUDITED = [
  ...(['name', 'description', 'inviteOnly', 'isWebPublic', 'historyPublicToSubscribers'] as const),
  ...(['isDefault', 'topicsPolicy', 'messageRetentionDays', 'folderId'] as const),
] as const;

const objectOf = ({ id, name }: Pick<Channel, 'id' | 'name'>) => ({ kind: 'channel', id: String(id), name });

/** Archives a channel: nobody posts in it any more, its name is free, its messages stay. */
export async function doArchiveChannel(tx: Tx, channel: Channel): Promise<void> {
  const { organizationId } = tx;

  await tx.position();
  await updateChannel(tx, { ...channel, isArchived: true, isDefault: false });
  tx.audit({ organizationId, action: 'channel.archived', object: objectOf(channel) });
  emitChatEvent(
    tx,
    organizationId,
    await audienceOfChannel(tx, channel),
    {
      type: 'stream',
      op: 'delete',
      streams: [{ stream_id: channel.id, name: channel.name }],
      stream_ids: [channel.id],
      archives: true,
    },
    { state: true },
  );
  if (channel.isDefault) await doEmitDefaultChannels(tx);
  await doLeaveDefaultGroups(tx, channel.id);
}

/** An archived channel lives again, under its name, which no living one has, with the subscriptions that it had. */
export async function doUnarchiveChannel(tx: Tx, archived: Channel): Promise<Channel> {
  const { organizationId } = tx;

  await tx.position();
  const channel = { ...archived, isArchived: false };
  await updateChannel(tx, channel);
  tx.audit({ organizationId, action: 'channel.unarchived', object: objectOf(channel) });
  const present = await channelPresenter(tx, [channel], tx.now);
  emitChatEvent(
    tx,
    organizationId,
    await audienceOfChannel(tx, channel),
    { type: 'stream', op: 'create', streams: [present(channel)], archives: false },
    { state: true },
  );
  return channel;
}

async function emitToNewcomersAndOutsiders(tx: Tx, before: Channel, after: Channel): Promise<void> {
  const people = await loadPeople(tx);
  const known = await unsubscribedWithMetadataAccess(tx, people);
  const subscribers = new Set((await loadSubscriberIds(tx, [after.id]))[0]?.userIds ?? []);
  const unsubscribed = people.filter(({ id }) => !subscribers.has(id));
  const came = unsubscribed.filter(({ id }) => !known(id, before) && known(id, after));
  const went = unsubscribed.filter(({ id }) => known(id, before) && !known(id, after));
  const emitTo = (users: { id: number }[], event: { op: string; [field: string]: unknown }) => {
    const audience = audienceOfUsers(users.map(({ id }) => id));
    if (users.length > 0) emitChatEvent(tx, tx.organizationId, audience, { type: 'stream', ...event }, { state: true });
  };
  const present = await channelPresenter(tx, [after], tx.now);
  emitTo(came, { op: 'create', streams: [present(after)] });
  emitSubscribers(tx, came, [{ channelId: after.id, userIds: [...subscribers] }]);
  emitTo(went, { op: 'delete', streams: [{ stream_id: after.id, name: before.name }], stream_ids: [after.id] });
}

/** Emits the subscribers of channels that become known to people: the creation event only carries their number. */
function emitSubscribers(
  tx: Tx,
  newcomers: readonly { id: number }[],
  subscribers: readonly { channelId: number; userIds: readonly number[] }[],
  more: object = {},
): void {
  const audience = audienceOfUsers(newcomers.map(({ id }) => id));
  for (const { channelId, userIds } of subscribers)
    if (audience.length > 0 && userIds.length > 0)
      emitChatEvent(
        tx,
        tx.organizationId,
        audience,
        { type: 'subscription', op: 'peer_add', stream_ids: [channelId], user_ids: userIds, ...more },
        { state: false },
      );
}

/**
 * Emits the current default channels. Guests are excluded: they may only know of few channels.
 * @param audience all but guests
 */
export async function doEmitDefaultChannels(tx: Tx, audience: readonly AudienceTag[] = ['members']): Promise<void> {
  const ids = (await loadDefaultChannels(tx)).map(({ id }) => id);
  emitChatEvent(tx, tx.organizationId, audience, { type: 'default_streams', default_streams: ids }, { state: true });
}

/** Notifies a person of the channels that they know of since a change of theirs, and of those that they no longer know. */
export async function doEmitKnownChannels(tx: Tx, person: ChannelCaller, before: readonly Channel[]): Promise<void> {
  const { organizationId, userId } = person;
  const after = await knownChannels(uncachedFacts(tx), person);
  const knownNow = new Set(after.map(({ id }) => id));
  const knownBefore = new Set(before.map(({ id }) => id));
  const came = after.filter(({ id }) => !knownBefore.has(id));
  // Archived ones too: that they were archived is an event for the people of a role, and this person had left it before
  // they read of it.
  const went = before.filter(({ id }) => !knownNow.has(id));
  const present = await channelPresenter(tx, came, tx.now);
  const emitTo = (event: { op: string; [field: string]: unknown }) =>
    emitChatEvent(tx, organizationId, audienceOfUsers([userId]), { type: 'stream', ...event }, { state: true });
  for (const ofArchived of [false, true]) {
    const some = came.filter(({ isArchived }) => isArchived === ofArchived);
    if (some.length === 0) continue;
    const marker = ofArchived ? { ofArchived } : {};
    emitTo({ op: 'create', streams: some.map(present), ...marker });
    const ids = some.map(({ id }) => id);
    emitSubscribers(tx, [{ id: userId }], await loadSubscriberIds(tx, ids), marker);
  }
  if (went.length > 0)
    emitTo({
      op: 'delete',
      streams: went.map(({ id, name }) => ({ stream_id: id, name })),
      stream_ids: went.map(({ id }) => id),
    });
}
