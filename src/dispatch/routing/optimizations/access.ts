import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { notFound } from '../../http/errors.ts';
import { accessDispatch, accessDispatchForUpdate, type DispatchRow } from '../access.ts';
import type { Chosen } from '../chosen.ts';

/** A dispatch of chosen tasks and workers. */
export type OptimizationRow = DispatchRow & { options: { chosen: Chosen } };

const found = (row: DispatchRow): OptimizationRow => {
  if (!row.options.chosen) throw notFound('There is no such optimization. Optimizations are deleted after seven days.');
  return row as OptimizationRow;
};

/** @throws {DispatchError} 1402 */
export async function accessOptimization(reader: Reader, id: string): Promise<OptimizationRow> {
  return found(await accessDispatch(reader, id));
}

/** As `accessOptimization`; nobody else changes it until the commit. */
export async function accessOptimizationForUpdate(tx: Tx, id: string): Promise<OptimizationRow> {
  return found(await accessDispatchForUpdate(tx, id));
}
