import type { FactSource } from '../../platform/events/facts.ts';
import type { Message } from '../reading/message.ts';
import { isKnown, knownPeople } from '../users/known-people.ts';
import { unknownPerson } from '../users/unknown-person.ts';

/** Messages as they are told to a person outside the API: without the names of senders of whom they may not know. */
export async function withKnownSenders(
  facts: FactSource,
  reader: { organizationId: string; userId: number; role: number },
  messages: readonly Message[],
): Promise<Message[]> {
  const known = await knownPeople(facts, reader);
  return messages.map((message) =>
    isKnown(known, message.sender.id) ? message : { ...message, sender: unknownPerson(message.sender) },
  );
}
