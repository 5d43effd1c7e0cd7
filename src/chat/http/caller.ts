import type { KeyScope } from '../../platform/assistants/scope.ts';
import { badRequest, noRight } from './errors.ts';

/** spec: chat 2, User.role */
export const Role = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Number of whoever reads without an account; nobody has it. */
export const SPECTATOR_ID = 0;
/** Stands for the role of such a reader where roles decide what is shown: below a guest's. */
export const SPECTATOR_ROLE = 700;

/** The person or bot behind a request, or somebody without an account, who may do what a guest of no channel may. */
export interface ChatCaller {
  organizationId: string;
  userId: number;
  email: string;
  fullName: string;
  role: Role;
  isBot: boolean;
  /** A bot that brings messages in, and may do nothing else. */
  isIncomingWebhook: boolean;
  /** ID of the key that was used. */
  credentialId: string;
  /** Person of the session, if a browser asks. */
  personId?: string;
  /** When that session ends unless it is used. */
  sessionEndsAt?: Date;
  /** Part of the person's rights that an assistant has which asks for them. */
  scope?: KeyScope;
}

/** A rule about who may call an operation at all; access to objects is checked by each slice's `access.ts`. */
export interface Access {
  name: 'anyone' | 'anyUser' | 'administrators';
  /** Code of the refusal (spec: chat 5, 7: a non-administrator gets `UNAUTHORIZED_PRINCIPAL`). */
  code: 'BAD_REQUEST' | 'UNAUTHORIZED_PRINCIPAL';
  /** The text of the refusal, or undefined when `caller` may call. */
  refusal(caller: ChatCaller): string | undefined;
  /** Whether it can be called without an account too, where an organization lets the world read. */
  spectators?: boolean;
  /** Whether bots that only bring messages in may call it too. */
  incomingWebhooks?: boolean;
}

/** No sign-in needed. */
export const anyone: Access = { name: 'anyone', code: 'BAD_REQUEST', refusal: () => undefined };
/** Every account, guests and bots included, but for incoming webhooks. */
export const anyUser: Access = { name: 'anyUser', code: 'BAD_REQUEST', refusal: () => undefined };
/** Requirement for sending: every account, including incoming webhooks. */
export const anyUserOrWebhook: Access = { ...anyUser, incomingWebhooks: true };
/** Every account, and whoever has none where the organization lets the world read. */
export const anyUserOrSpectator: Access = { ...anyUser, spectators: true };
/** Administrators and owners. */
export const administrators: Access = {
  name: 'administrators',
  code: 'UNAUTHORIZED_PRINCIPAL',
  refusal: (caller) => (isAdministrator(caller) ? undefined : 'Must be an organization administrator'),
};

/** Owners are administrators too. */
export function isAdministrator(caller: { role: number }): boolean {
  return caller.role === Role.owner || caller.role === Role.administrator;
}

/** @throws {ChatError} `BAD_REQUEST` */
export function checkIsOwner({ role }: { role: number }): void {
  if (role !== Role.owner) throw noRight('Must be an organization owner');
}

/** @throws {ChatError} `BAD_REQUEST` for bots */
export function checkIsPerson({ isBot }: Pick<ChatCaller, 'isBot'>): void {
  if (isBot) throw badRequest('This endpoint does not accept bot requests.');
}

/** Whether somebody without an account asks. */
export function isSpectator({ userId }: { userId: number }): boolean {
  return userId === SPECTATOR_ID;
}
