import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { badRequest, type ChatError } from '../http/errors.ts';
import { type MentionDirectory, renderMessage } from '../markdown/index.ts';
import { renderOptions } from '../reading/render-options.ts';
import { accessUserById, usersByIds } from '../users/access.ts';
import { isKnown, knownPeople } from '../users/known-people.ts';
import { FieldType, type ProfileField } from './profile-field.ts';

const MAX_SHORT = 50;
/** Longest values of the types that are not short, in characters. */
const MAX_LENGTHS: Partial<Record<FieldType, number>> = {
  [FieldType.longText]: 500,
  [FieldType.choice]: 100,
  [FieldType.link]: 2000,
};
const MAX_PEOPLE = 100;

/** Texts name nobody: they are no messages. */
const noNames: MentionDirectory = {
  usersByName: new Map(),
  usersById: new Map(),
  groupsByName: new Map(),
  channelsByName: new Map(),
  topicMessages: new Map(),
};

/**
 * A value as it is kept, or undefined when the field is to be cleared.
 * @param caller who gives it: people whom they may not know of are nobody
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkProfileValue(
  tx: Tx,
  caller: ChatCaller,
  field: ProfileField,
  given: unknown,
): Promise<string | undefined> {
  if (given === null || given === '') return undefined;
  if (field.type === FieldType.people) return checkPeople(tx, caller, field, given);
  if (typeof given !== 'string') throw badRequest(`${field.name} is not a string`);
  const value = given.trim();
  if (value === '') return undefined;
  checkText(field, value);
  return value;
}

function checkText({ name, type, fieldData }: ProfileField, value: string): void {
  checkLength(name, value, MAX_LENGTHS[type] ?? MAX_SHORT);
  if (type === FieldType.choice && !Object.hasOwn(fieldData, value))
    throw badRequest(`'${value}' is not a valid choice for '${name}'.`);
  if (type === FieldType.date && !isDate(value)) throw badRequest(`${name} is not a date`);
  if (type === FieldType.link && !isLink(value)) throw badRequest(`${name} is not a URL`);
}

function checkLength(name: string, value: string, limit: number): void {
  if ([...value].length > limit) throw badRequest(`${name} is too long (limit: ${limit} characters)`);
}

/** A day that there is, as `YYYY-MM-DD`. */
function isDate(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function isLink(value: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value);
}

/** client: some send the list as JSON text. */
async function checkPeople(
  tx: Tx,
  caller: ChatCaller,
  { name }: ProfileField,
  given: unknown,
): Promise<string | undefined> {
  const ids = typeof given === 'string' ? parsed(name, given) : given;
  if (!Array.isArray(ids)) throw notAList(name);
  if (ids.length === 0) return undefined;
  if (ids.length > MAX_PEOPLE) throw badRequest(`${name} is too long (limit: ${MAX_PEOPLE} items)`);
  if (!ids.every((id) => Number.isSafeInteger(id))) throw badRequest(`${name} is not a list of user IDs`);
  const known = await knownPeople(uncachedFacts(tx), caller);
  const users = await usersByIds(tx, ids);
  for (const id of ids) {
    const user = users.get(id);
    if (!user || !isKnown(known, id)) throw badRequest(`Invalid user ID: ${id}`);
    if (!user.isActive) throw badRequest(`User with ID ${id} is deactivated`);
    if (user.isBot) throw badRequest(`User with ID ${id} is a bot`);
  }
  return JSON.stringify([...new Set(ids)]);
}

function parsed(name: string, given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw notAList(name);
  }
}

function notAList(name: string): ChatError {
  return badRequest(`${name} is not a list`);
}

/** HTML of a value, where fields of its type are Markdown. */
export async function renderValue(
  tx: Tx,
  services: Services,
  userId: number,
  field: ProfileField,
  value: string,
): Promise<string | null> {
  if (field.type !== FieldType.shortText && field.type !== FieldType.longText) return null;
  const facts = uncachedFacts(tx);
  const author = await accessUserById(facts, userId);
  return renderMessage(value, noNames, await renderOptions(services, facts, author)).html;
}
