import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import type { ChatCaller } from '../http/caller.ts';
import { loadProfiles } from '../profile-fields/access.ts';
import { loadAllUsers } from '../users/access.ts';
import { presentUser, type UserVariant } from '../users/present.ts';

const everybody = defineFact('people for', ['chat.profile_fields', 'chat.profile_values', 'chat.users']);

/** A person or bot as JSON text. */
interface PersonText {
  id: number;
  isActive: boolean;
  text: string;
  /** Place of `text` in the list of the active people, or of the others. */
  at: number;
}

/** Everyone of the organization as readers of one role see those that are not themselves. */
export interface PeopleTexts {
  people: readonly PersonText[];
  /** All texts one after the other: of an organization of thousands they are joined once, not for each who registers. */
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
    const lists = { active: '', inactive: '' };
    const people = (await loadAllUsers(reader)).map((user): PersonText => {
      const list = user.isActive ? 'active' : 'inactive';
      const text = JSON.stringify(presentUser({ role }, user, { ...variant, profiles }));
      if (lists[list] !== '') lists[list] += ',';
      const at = lists[list].length;
      lists[list] += text;
      return { id: user.id, isActive: user.isActive, text, at };
    });
    return { people, ...lists };
  });
}

/** The list of active people, with a text of one's own in place of that which others see. */
export function withOwnText({ people, active }: PeopleTexts, userId: number, own: string): string {
  const seen = people.find(({ id, isActive }) => id === userId && isActive);
  return seen ? active.slice(0, seen.at) + own + active.slice(seen.at + seen.text.length) : active;
}
