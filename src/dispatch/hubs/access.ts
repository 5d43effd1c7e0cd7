import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { notFound } from '../http/errors.ts';
import { MAX } from '../organization/quotas.ts';
import { findBoxOfHubs, findHub, type HubRow, holdHub, lockHub, pageOfHubs } from './queries.ts';

export type { HubRow };

/** @throws {DispatchError} 1402 when the organization has no such hub */
export async function accessHub(reader: Reader, id: string): Promise<HubRow> {
  const hub = await findHub(reader, id);
  if (!hub) throw notFound('There is no such hub.');
  return hub;
}

/**
 * Checks that a hub may be named by what is written in this transaction: nobody deletes it until the commit.
 * @throws {DispatchError} 1402 when the organization has no such hub
 */
export async function accessHubToName(tx: Tx, id: string): Promise<void> {
  if (!(await holdHub(tx, id))) throw notFound('There is no such hub.');
}

/** West, south, east and north of an organization's hubs; undefined without any that is known to a street at least. */
export async function boxOfHubs(reader: Reader): Promise<[number, number, number, number] | undefined> {
  const { west, south, east, north } = await findBoxOfHubs(reader);
  return west === null || south === null || east === null || north === null ? undefined : [west, south, east, north];
}

/** As {@link accessHub}, and nobody else changes it until the commit. */
export async function accessHubForUpdate(tx: Tx, id: string): Promise<HubRow> {
  const hub = await lockHub(tx, id);
  if (!hub) throw notFound('There is no such hub.');
  return hub;
}

/** All hubs of an organization, the oldest first. */
export const allHubs = (reader: Reader): Promise<HubRow[]> => pageOfHubs(reader, undefined, MAX.hubs);
