import type { UserId } from '../../platform/ids.ts';

/** spec: chat 2, User.role */
export const Role = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof Role)[keyof typeof Role];

/** The person or bot behind a request. */
export interface ChatCaller {
  organizationId: string;
  userId: UserId;
  email: string;
  fullName: string;
  role: Role;
  isBot: boolean;
  /** ID of the key that was used. */
  credentialId: string;
}

/** A rule about who may call an operation at all; objects are judged by each slice's `access.ts`. */
export interface Access {
  name: 'anyone' | 'anyUser' | 'noGuests' | 'administrators' | 'owners';
  /** The text of the refusal, or undefined when `caller` may call. */
  refusal(caller: ChatCaller): string | undefined;
}

/** No sign-in needed. */
export const anyone: Access = { name: 'anyone', refusal: () => undefined };
export const anyUser: Access = { name: 'anyUser', refusal: () => undefined };
export const noGuests: Access = {
  name: 'noGuests',
  refusal: (caller) => (caller.role === Role.guest ? 'Not allowed for guest users' : undefined),
};
/** spec: chat 5, 7: a non-administrator gets `UNAUTHORIZED_PRINCIPAL`. */
export const administrators: Access = {
  name: 'administrators',
  refusal: (caller) => (isAdministrator(caller) ? undefined : 'Must be an organization administrator'),
};
export const owners: Access = {
  name: 'owners',
  refusal: (caller) => (caller.role === Role.owner ? undefined : 'Must be an organization owner'),
};

/** Owners are administrators too. */
export function isAdministrator(caller: { role: number }): boolean {
  return caller.role === Role.owner || caller.role === Role.administrator;
}
