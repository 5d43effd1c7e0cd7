import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { DispatchError, notFound } from '../http/errors.ts';
import { type DestinationRow, findAll, findAnywhere, findToUse, lockDestination, lockToUse } from './queries.ts';

export type { DestinationRow } from './queries.ts';

/**
 * A destination of the organization.
 * @throws {DispatchError} 1300 when it is another organization's (spec: dispatch 1), 1402 when there is none
 */
export async function accessDestination(reader: Reader, id: string): Promise<DestinationRow> {
  const row = await findAnywhere(reader, id);
  if (!row) throw notFound('There is no such destination.');
  if (row.organization_id !== reader.organizationId)
    throw new DispatchError(1300, 'The destination is outside your permission scope.');
  return row;
}

/** As {@link accessDestination}, and nobody else moves it until a task that goes there is written. */
export async function accessDestinationToUse(tx: Tx, id: string): Promise<DestinationRow> {
  return (await findToUse(tx, id)) ?? accessDestination(tx, id);
}

/** Locks those of these destinations that there are, for who will use one after the other. */
export async function lockKnownDestinations(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockToUse(tx, ids);
}

/** As {@link accessDestination}, and nobody else changes it until the commit. */
export async function accessDestinationForUpdate(tx: Tx, id: string): Promise<DestinationRow> {
  await lockDestination(tx, id);
  return accessDestination(tx, id);
}

/** Destinations that are known to be the organization's own, by their ID: those of a page of tasks. */
export async function destinationsById(reader: Reader, ids: readonly string[]): Promise<Map<string, DestinationRow>> {
  if (ids.length === 0) return new Map();
  return new Map((await findAll(reader, ids)).map((row) => [row.id, row]));
}
