import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { notFound } from '../http/errors.ts';
import { type DispatchRow, findDispatch, lockDispatch } from './queries.ts';

export type { DispatchRow };

const found = (row: DispatchRow | undefined): DispatchRow => {
  if (!row) throw notFound('There is no such dispatch. Dispatches are deleted after seven days.');
  return row;
};

/** @throws {DispatchError} 1402 */
export async function accessDispatch(reader: Reader, id: string): Promise<DispatchRow> {
  return found(await findDispatch(reader, id));
}

/** As `accessDispatch`; nobody else changes it until the commit. */
export async function accessDispatchForUpdate(tx: Tx, id: string): Promise<DispatchRow> {
  return found(await lockDispatch(tx, id));
}
