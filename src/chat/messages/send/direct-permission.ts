import type { Reader } from '../../../platform/db/reader.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import { badRequest, noRight } from '../../http/errors.ts';
import type { Realm } from '../../realms/access.ts';
import { isInGroupSetting } from '../../user-groups/access.ts';
import type { User } from '../../users/access.ts';
import { haveConversed } from './queries.ts';

/**
 * Whether the organization lets these people write to each other: one of them must hold
 * `direct_message_permission_group`, and who writes first `direct_message_initiator_group`. Notes to oneself and
 * conversations with bots alone are always allowed.
 * @param people all of the conversation, by ID
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkDirectMessage(
  reader: Reader,
  facts: FactSource,
  realm: Realm,
  sender: User,
  people: readonly User[],
): Promise<void> {
  const others = people.filter((person) => person.id !== sender.id);
  for (const person of others) {
    if (!person.isActive) throw badRequest(`'${person.fullName}' is no longer active in this organization.`);
    if (person.isStandIn) throw badRequest(`'${person.fullName}' cannot receive direct messages.`);
  }
  if (others.every((person) => person.isBot)) return;
  const { permissions } = realm;
  const holds = (person: User, group: 'direct_message_permission_group' | 'direct_message_initiator_group') =>
    isInGroupSetting(facts, { userId: person.id }, permissions[group]);
  // The sender mostly holds both, which takes no look at the others.
  if (!(await holds(sender, 'direct_message_permission_group'))) {
    let held = false;
    for (const person of others) held ||= await holds(person, 'direct_message_permission_group');
    if (!held) throw badRequest('This conversation does not include any users who can authorize it.');
  }
  if (await holds(sender, 'direct_message_initiator_group')) return;
  const userIds = people.map((person) => person.id);
  if (!(await haveConversed(reader, userIds)))
    throw noRight('You do not have permission to initiate direct message conversations.');
}
