import { Role } from '../http/caller.ts';

/** Reader of an address; without `userId` anybody of that role. */
export interface EmailReader {
  role: number;
  userId?: number;
}

interface Addressee {
  id: number;
  email: string;
  emailVisibility: number;
  isBot: boolean;
}

/** The least role that sees an address of each visibility (spec: chat 4.2); nobody sees those of 4. */
const MIN_ROLE: Record<number, number> = {
  1: Role.guest,
  2: Role.member,
  3: Role.administrator,
  5: Role.moderator,
};

/** The visibilities of addresses that one of two roles sees and the other does not. */
export function visibilitiesBetween(one: number, other: number): number[] {
  const seen = (role: number, visibility: number) => role <= MIN_ROLE[visibility]!;
  return Object.keys(MIN_ROLE)
    .map(Number)
    .filter((visibility) => seen(one, visibility) !== seen(other, visibility));
}

/** Whether a reader may see the real address. Bots hide nothing, and everybody knows their own; the world sees none. */
export function mayViewEmail(reader: EmailReader, user: Pick<Addressee, 'id' | 'emailVisibility' | 'isBot'>): boolean {
  if (reader.role > Role.guest) return false;
  if (user.isBot || reader.userId === user.id) return true;
  // Lower role numbers are higher roles.
  return reader.role <= (MIN_ROLE[user.emailVisibility] ?? 0);
}

/** An address that stands for a person whose real one is hidden (spec: chat 2, User.email). */
export function dummyEmail(userId: number, host: string): string {
  return `user${userId}@${host}`;
}

/** The address of a user as a reader is shown it. */
export function emailFor(reader: EmailReader, user: Addressee, host: string): string {
  return mayViewEmail(reader, user) ? user.email : dummyEmail(user.id, host);
}

/** The person that a dummy address stands for, or undefined when it is not a dummy address of one of the hosts. */
export function userIdOfDummyEmail(email: string, hosts: readonly string[]): number | undefined {
  const match = /^user([1-9]\d{0,14})@(.+)$/i.exec(email);
  return match && hosts.includes(match[2]!.toLowerCase()) ? Number(match[1]) : undefined;
}
