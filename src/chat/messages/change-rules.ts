import { type Channel, holdsChannelPermission } from '../channels/access.ts';
import type { ChatCaller } from '../http/caller.ts';
import { isAdministrator } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import type { Realm } from '../realms/access.ts';
import type { Facts } from '../realms/facts.ts';
import { isInGroupSetting } from '../user-groups/access.ts';
import type { Message } from './message.ts';

/** What a request may take longer than its writer saw: clients check the limits too. */
const GRACE_SECONDS = 20;

/** @throws {ChatError} `BAD_REQUEST` unless the caller may change the content */
export function checkMayEdit(realm: Realm, caller: ChatCaller, message: Message, now: Date): void {
  if (!realm.settings.allow_message_editing) throw badRequest('Your organization has turned off message editing');
  if (message.sender.id !== caller.userId) throw badRequest("You don't have permission to edit this message");
  if (isOver(realm.settings.message_content_edit_limit_seconds, message, now))
    throw badRequest('The time limit for editing this message has passed');
}

/** @throws {ChatError} `BAD_REQUEST` unless the caller may put the message into another topic of its channel */
export async function checkMayChangeTopic(
  facts: Facts,
  realm: Realm,
  caller: ChatCaller,
  channel: Channel,
): Promise<void> {
  const { can_move_messages_between_topics_group: everywhere } = realm.permissions;
  if (await isInGroupSetting(facts, caller.organizationId, caller, everywhere)) return;
  if (await holdsChannelPermission(facts, caller, channel, 'can_move_messages_within_channel_group')) return;
  throw badRequest("You don't have permission to edit this message");
}

/** @throws {ChatError} `BAD_REQUEST` unless the caller may take messages out of the channel */
export async function checkMayMoveOut(facts: Facts, realm: Realm, caller: ChatCaller, channel: Channel): Promise<void> {
  const { can_move_messages_between_channels_group: everywhere } = realm.permissions;
  if (await isInGroupSetting(facts, caller.organizationId, caller, everywhere)) return;
  if (await holdsChannelPermission(facts, caller, channel, 'can_move_messages_out_of_channel_group')) return;
  throw badRequest("You don't have permission to move this message");
}

/** @throws {ChatError} `BAD_REQUEST` unless the caller may delete the message */
export async function checkMayDelete(
  facts: Facts,
  realm: Realm,
  caller: ChatCaller,
  message: Message,
  channel: Channel | undefined,
  now: Date,
): Promise<void> {
  const holds = async (permission: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
    (await isInGroupSetting(facts, caller.organizationId, caller, realm.permissions[permission])) ||
    (channel !== undefined && (await holdsChannelPermission(facts, caller, channel, permission)));
  if (isAdministrator(caller) || (await holds('can_delete_any_message_group'))) return;
  if (message.sender.id !== caller.userId || !(await holds('can_delete_own_message_group')))
    throw badRequest("You don't have permission to delete this message");
  if (isOver(realm.settings.message_content_delete_limit_seconds, message, now))
    throw badRequest('The time limit for deleting this message has passed');
}

function isOver(limitSeconds: number | null, message: Message, now: Date): boolean {
  return limitSeconds !== null && now.getTime() / 1000 > message.timestamp + limitSeconds + GRACE_SECONDS;
}
