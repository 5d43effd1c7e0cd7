import type { FactSource } from '../../platform/events/facts.ts';
import { findUserById } from '../users/access.ts';
import { isKnown, knownPeople } from '../users/known-people.ts';
import { UNKNOWN_NAME } from '../users/unknown-person.ts';

/** A person named with their ID, as `namePerson` writes it, or as somebody whose text is quoted. A name may hold a `|`. */
const NAMED = /@_?\*\*[^*]*\|(\d{1,15})\*\*/g;

/** The text of a notice to a person, without the names of those of whom they may not know. */
export async function nameKnownPeople(facts: FactSource, recipientId: number, content: string): Promise<string> {
  const { organizationId } = facts;

  const recipient = await findUserById(facts, recipientId);
  const known = recipient && (await knownPeople(facts, { organizationId, userId: recipientId, role: recipient.role }));
  return known ? content.replace(NAMED, (name, id) => (isKnown(known, Number(id)) ? name : UNKNOWN_NAME)) : content;
}
