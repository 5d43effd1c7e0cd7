import { type DispatchSelf, findDispatchSelf } from '../../dispatch/erasure/access.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { KeyOwner } from '../../platform/erasure/actions.ts';
import { findPeople, findUserIds, type Named } from './queries.ts';

export type { Named } from './queries.ts';

/** All that somebody is in an organization. */
export interface Self {
  personIds: string[];
  userIds: number[];
  dispatch: DispatchSelf;
  /** By which they were found, in lower case. */
  emails: string[];
  phones: string[];
}

/** Number of a person's present and former accounts, for the operator. */
export interface AccountCounts {
  chat_accounts: number;
  workers: number;
  administrators: number;
  recipients: number;
}

/** Each text once, in lower case: everything is looked for in any case. */
export const lowerCased = (given: readonly (string | null)[]): string[] => [
  ...new Set(given.filter((text) => text !== null && text.trim() !== '').map((text) => text!.trim().toLowerCase())),
];

/** All accounts of an address, phone number or ID, and of whoever signs in with them; there may be none (`countAccounts`). */
export async function findSelf(reader: Reader, asked: Named): Promise<Self> {
  const people = await findPeople(reader, asked);
  const personIds = people.map(({ id }) => id);
  const phones = lowerCased([asked.phone, ...people.map(({ phone }) => phone)]);
  const emails = lowerCased([asked.text.includes('@') ? asked.text : null, ...people.map(({ email }) => email)]);
  const dispatch = await findDispatchSelf(reader, { ids: [asked.text], personIds, emails, phones });
  const userIds = await findUserIds(reader, personIds, dispatch);
  return { personIds, userIds, dispatch, emails, phones };
}

/** @returns undefined when the organization knows nobody of that kind */
export function countAccounts({ userIds, dispatch }: Self): AccountCounts | undefined {
  const accounts = {
    chat_accounts: userIds.length,
    workers: dispatch.workerIds.length,
    administrators: dispatch.administratorIds.length,
    recipients: dispatch.recipientIds.length,
  };
  return Object.values(accounts).every((count) => count === 0) ? undefined : accounts;
}

/** Somebody's accounts as keys name them. */
export const keyOwnersOf = ({ userIds, dispatch, personIds }: Self): KeyOwner[] => [
  ...userIds.map((id): KeyOwner => ({ kind: 'chat', id: String(id) })),
  ...dispatch.workerIds.map((id): KeyOwner => ({ kind: 'worker', id })),
  ...dispatch.administratorIds.map((id): KeyOwner => ({ kind: 'administrator', id })),
  ...personIds.flatMap((id): KeyOwner[] => [
    { kind: 'session', id },
    { kind: 'assistant', id },
  ]),
];

/** Kinds of an account in the audit log. */
const AUDITED_AS: Record<KeyOwner['kind'], readonly string[]> = {
  chat: ['person'],
  worker: ['worker'],
  administrator: ['administrator'],
  session: ['person', 'sign-in'],
  assistant: [],
};

/** Somebody's accounts as the audit log names them: `KIND ID`. */
export const auditedAs = (self: Self): string[] =>
  keyOwnersOf(self).flatMap(({ kind, id }) => AUDITED_AS[kind].map((name) => `${name} ${id}`));
