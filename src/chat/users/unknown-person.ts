/** Name by which clients show an unknown person. */
export const UNKNOWN_NAME = 'Unknown user';

interface Shown {
  id: number;
  email: string;
  fullName: string;
  emailVisibility: number;
  isBot: boolean;
  avatarVersion: number;
  hasAvatar?: boolean;
}

/** A person as somebody sees them who may not know of them: an ID, and an address and a picture that say nothing more. */
export function unknownPerson<Person extends Shown>(person: Person): Person {
  return {
    ...person,
    email: '',
    fullName: UNKNOWN_NAME,
    // Nobody sees the address: the dummy one stands there.
    emailVisibility: 4,
    isBot: false,
    avatarVersion: 0,
    hasAvatar: false,
  };
}
