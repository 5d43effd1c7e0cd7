import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import { notFound } from '../http/errors.ts';
import {
  type AdministratorRow,
  findAdministrator,
  findAdministratorOfPerson,
  findAdministrators,
  findSuperAdministrator,
  lockAdministrator,
  lockAdministrators,
  type OwnAdministratorRow,
} from './queries.ts';

const administratorsOfPeople = defineFact('administrator', ['dispatch.administrators']);

export type { AdministratorRow };

/** @throws {DispatchError} 1402 when the organization has no such administrator */
export async function accessAdministrator(reader: Reader, id: string): Promise<AdministratorRow> {
  const administrator = await findAdministrator(reader, id);
  if (!administrator) throw notFound('There is no such administrator.');
  return administrator;
}

/** Returns the name of an administrator; null if there is no such administrator any more. */
export async function nameOfAdministrator(reader: Reader, id: string): Promise<string | null> {
  return (await findAdministrator(reader, id))?.name ?? null;
}

/** Names of administrators by ID; those that are gone are left out. */
export async function namesOfAdministrators(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await findAdministrators(reader, ids)).map(({ id, name }) => [id, name]));
}

/** The administrator that a person is; null: none. Kept until somebody's account changes. */
export function findAdministratorOf(facts: FactSource, personId: string): Promise<OwnAdministratorRow | null> {
  return facts.read(
    administratorsOfPeople,
    personId,
    async (reader) => (await findAdministratorOfPerson(reader, personId)) ?? null,
  );
}

/** The one who sees and may do everything. */
export async function superAdministratorOf(reader: Reader): Promise<string> {
  return (await findSuperAdministrator(reader)).id;
}

/** As {@link accessAdministrator}, and nobody else changes it until the commit. */
export async function accessAdministratorForUpdate(tx: Tx, id: string): Promise<AdministratorRow> {
  const administrator = await lockAdministrator(tx, id);
  if (!administrator) throw notFound('There is no such administrator.');
  return administrator;
}

/**
 * The given administrators' IDs, each once; none of them can be deleted until the commit.
 * @throws {DispatchError} 1402 when one does not exist in the organization
 */
export async function accessAdministrators(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const uniqueIds = [...new Set(ids)];
  const known = new Set(await lockAdministrators(tx, uniqueIds));
  const unknown = uniqueIds.find((id) => !known.has(id));
  if (unknown) throw notFound(`There is no administrator ${unknown}.`);
  return uniqueIds;
}
