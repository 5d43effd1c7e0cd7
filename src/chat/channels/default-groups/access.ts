import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { badRequest } from '../../http/errors.ts';
import { findLivingChannels } from '../access.ts';
import { type DefaultGroup, type DefaultGroupObject, presentDefaultGroup } from './group.ts';
import { loadDefaultGroups } from './queries.ts';

const MAX_NAME_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 1024;
/** Groups of one organization: every client holds all of them. */
export const MAX_DEFAULT_GROUPS = 100;

export { loadDefaultGroups } from './queries.ts';

/** The groups on the wire, by ID. */
export async function presentedDefaultGroups(reader: Reader): Promise<DefaultGroupObject[]> {
  return (await loadDefaultGroups(reader)).map(presentDefaultGroup);
}

/** @throws {ChatError} `BAD_REQUEST` */
export function checkDefaultGroupName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest("Default channel group name can't be empty.");
  if ([...name].length > MAX_NAME_LENGTH)
    throw badRequest(`Default channel group name too long (limit: ${MAX_NAME_LENGTH} characters)`);
  const position = [...name].findIndex((character) => /[\p{Cc}\p{Cn}\p{Cs}]/u.test(character));
  if (position >= 0) throw badRequest(`Invalid character in default channel group name, at position ${position + 1}.`);
  return name;
}

/** @throws {ChatError} `BAD_REQUEST` */
export function checkDefaultGroupDescription(given: string): string {
  const description = given.trim();
  if ([...description].length > MAX_DESCRIPTION_LENGTH)
    throw badRequest(`description is too long (limit: ${MAX_DESCRIPTION_LENGTH} characters)`);
  return description;
}

/**
 * IDs of the channels of some names, as a group can have them: public ones that not everybody gets anyhow.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessGroupChannels(tx: Tx, names: readonly string[]): Promise<number[]> {
  const wanted = new Map(names.map((name) => [name.trim().toLowerCase(), name]));
  const channels = await findLivingChannels(tx, [...wanted.keys()]);
  for (const { name } of channels) wanted.delete(name.toLowerCase());
  const [missing] = wanted.values();
  if (missing !== undefined) throw badRequest(`Invalid channel name '${missing}'`);
  for (const { name, inviteOnly, isDefault } of channels) {
    if (inviteOnly) throw badRequest('A default channel cannot be private.');
    if (isDefault) throw badRequest(`'${name}' is a default channel and cannot be in a group of them.`);
  }
  return channels.map(({ id }) => id);
}

/** @throws {ChatError} `BAD_REQUEST` */
export function findDefaultGroup(groups: readonly DefaultGroup[], id: number): DefaultGroup {
  const group = groups.find((each) => each.id === id);
  if (!group) throw badRequest(`Default channel group with id '${id}' does not exist.`);
  return group;
}
