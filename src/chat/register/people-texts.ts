import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import type { ChatCaller } from '../http/caller.ts';
import { loadProfiles } from '../profile-fields/access.ts';
import { loadAllUsers } from '../users/access.ts';
import { presentUser, type UserVariant } from '../users/present.ts';

const everybody = defineFact('people for', ['chat.profile_fields', 'chat.profile_values', 'chat.users']);
const SEPARATOR = ',';

/** Place of a person's or bot's JSON text in the list of the active people, or of the others. */
interface PersonPlace {
  id: number;
  isActive: boolean;
  from: number;
  to: number;
}

/**
 * Everyone of the organization as readers of one role see those that are not themselves. Each text is in memory once,
 * within its list: of an organization of thousands the lists are joined once, not for each who registers.
 */
export interface PeopleTexts {
  people: readonly PersonPlace[];
  active: string;
  inactive: string;
}

/** Everyone of the organization, deactivated people too, with their profiles. */
export function peopleTexts(
  facts: FactSource,
  { role }: Pick<ChatCaller, 'organizationId' | 'role'>,
  variant: Omit<UserVariant, 'profiles'>,
): Promise<PeopleTexts> {
  return facts.read(everybody, `${role} ${variant.clientGravatar}`, async (reader) => {
    const profiles = await loadProfiles(reader);
    const texts = { active: [] as string[], inactive: [] as string[] };
    const next = { active: 0, inactive: 0 };
    const people = (await loadAllUsers(reader)).map((user): PersonPlace => {
      const list = user.isActive ? 'active' : 'inactive';
      const text = JSON.stringify(presentUser({ role }, user, { ...variant, profiles }));
      texts[list].push(text);
      const from = next[list];
      const to = from + text.length;
      next[list] = to + SEPARATOR.length;
      return { id: user.id, isActive: user.isActive, from, to };
    });
    return { people, active: texts.active.join(SEPARATOR), inactive: texts.inactive.join(SEPARATOR) };
  });
}

/** A person or bot as JSON text. */
export function personText({ active, inactive }: PeopleTexts, { isActive, from, to }: PersonPlace): string {
  return (isActive ? active : inactive).slice(from, to);
}

/** The list of active people, with a text of one's own in place of that which others see. */
export function withOwnText({ people, active }: PeopleTexts, userId: number, own: string): string {
  const seen = people.find(({ id, isActive }) => id === userId && isActive);
  return seen ? active.slice(0, seen.from) + own + active.slice(seen.to) : active;
}
