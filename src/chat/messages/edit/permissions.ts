import type { Tx } from '../../../platform/db/tx.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import type { Services } from '../../../platform/services.ts';
import { type Channel, findChannel, hasChannelPermission } from '../../channels/access.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { isAdministrator } from '../../http/caller.ts';
import { badRequest, noRight } from '../../http/errors.ts';
import type { Message } from '../../reading/message.ts';
import type { Realm } from '../../realms/access.ts';
import { isInGroupSetting } from '../../user-groups/access.ts';
import { accessMessage } from '../access.ts';
import { lockMessage } from './queries.ts';

/**
 * A message that the caller may see, in a channel that still lives: what is archived stays as it is. It is locked until
 * the commit before it is checked, so that the second of two changes sees the first.
 * @throws {ChatError} `BAD_REQUEST` "Invalid message(s)"
 */
export async function accessMessageToChange(
  tx: Tx,
  facts: FactSource,
  caller: ChatCaller,
  id: number,
): Promise<{ message: Message; channel: Channel | undefined }> {
  await lockMessage(tx, id);
  return accessLockedMessage(tx, facts, caller, id);
}

/**
 * `accessMessageToChange` by kept facts, for what many do to one message at once: whoever waits for its lock waits for
 * every statement of those before. The facts hold what was committed until the message was locked.
 * @throws {ChatError} `BAD_REQUEST` "Invalid message(s)"
 */
export async function accessBusyMessage(
  tx: Tx,
  { state }: Services,
  caller: ChatCaller,
  id: number,
): Promise<{ message: Message; channel: Channel | undefined }> {
  await lockMessage(tx, id);
  await state.confirm(caller.organizationId);
  return accessLockedMessage(tx, state.of(tx.organizationId), caller, id);
}

async function accessLockedMessage(
  tx: Tx,
  facts: FactSource,
  caller: ChatCaller,
  id: number,
): Promise<{ message: Message; channel: Channel | undefined }> {
  const message = await accessMessage(tx, facts, caller, id);
  if (message.channelId === null) return { message, channel: undefined };
  const channel = await findChannel(facts, message.channelId);
  if (!channel || channel.isArchived) throw badRequest('Invalid message(s)');
  return { message, channel };
}

/** Seconds that a request may come after the limit: clients check the limits too. */
export const GRACE_SECONDS = 20;

/** @throws {ChatError} `BAD_REQUEST` unless the caller may change the content */
export function checkMayEdit(realm: Realm, caller: ChatCaller, message: Message, now: Date): void {
  if (!realm.settings.allow_message_editing) throw badRequest('Your organization has turned off message editing');
  if (message.sender.id !== caller.userId) throw noRight("You don't have permission to edit this message");
  if (isOver(realm.settings.message_content_edit_limit_seconds, message, now))
    throw badRequest('The time limit for editing this message has passed');
}

/** @throws {ChatError} `BAD_REQUEST` unless the caller may delete the message */
export async function checkMayDelete(
  facts: FactSource,
  realm: Realm,
  caller: ChatCaller,
  message: Message,
  channel: Channel | undefined,
  now: Date,
): Promise<void> {
  const holds = async (permission: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
    (await isInGroupSetting(facts, caller, realm.permissions[permission])) ||
    (channel !== undefined && (await hasChannelPermission(facts, caller, channel, permission)));
  if (isAdministrator(caller) || (await holds('can_delete_any_message_group'))) return;
  if (message.sender.id !== caller.userId || !(await holds('can_delete_own_message_group')))
    throw noRight("You don't have permission to delete this message");
  if (isOver(realm.settings.message_content_delete_limit_seconds, message, now))
    throw badRequest('The time limit for deleting this message has passed');
}

function isOver(limitSeconds: number | null, message: Message, now: Date): boolean {
  return limitSeconds !== null && now.getTime() / 1000 > message.timestamp + limitSeconds + GRACE_SECONDS;
}
