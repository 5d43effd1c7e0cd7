import { ArchiveError } from '../archive/archive.ts';
import type { JsonObject } from '../json.ts';

/** Whether a value has the form of Slack's IDs; longer ones do not fit into an index. */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^[A-Z0-9]{1,40}$/.test(value);

/** @throws {ArchiveError} when an object of a file lacks its ID, or has one that another has */
export function checkIds(file: string, parts: readonly JsonObject[]): void {
  const ids = new Set<string>();
  for (const { id } of parts) {
    if (!isId(id)) throw new ArchiveError(`${file} has an entry without a valid id.`);
    if (ids.has(id)) throw new ArchiveError(`${file} has ${id} twice.`);
    ids.add(id);
  }
}

/**
 * Notes the lists that IDs stand in.
 * @param lists files of the IDs that other lists have
 * @throws {ArchiveError} when another list has one of them
 */
export function checkDistinct(file: string, parts: readonly JsonObject[], lists: Map<string, string>): void {
  for (const { id } of parts) {
    const other = lists.get(id as string);
    if (other !== undefined) throw new ArchiveError(`${other} and ${file} both have ${id}.`);
    lists.set(id as string, file);
  }
}
