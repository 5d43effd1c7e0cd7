import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import { findRoutePlan, isPlannedAtHub, lockRoutePlans, type RoutePlanRow } from './queries.ts';

export type { RoutePlanRow };

/** @throws {DispatchError} 1402 when the organization has no such route plan */
export async function accessRoutePlan(reader: Reader, id: string): Promise<RoutePlanRow> {
  const plan = await findRoutePlan(reader, id);
  if (!plan) throw notFound('There is no such route plan.');
  return plan;
}

/** As {@link accessRoutePlan}, and locks the plan until the commit. */
export async function accessRoutePlanForUpdate(tx: Tx, id: string): Promise<RoutePlanRow> {
  await lockRoutePlans(tx, [id]);
  return accessRoutePlan(tx, id);
}

/** Whether route plans that are not done begin or end at a hub, which its caller has locked. */
export function hasPlansAtHub(reader: Reader, hubId: string): Promise<boolean> {
  return isPlannedAtHub(reader, hubId);
}

/** @throws {DispatchError} 1000 while route plans that are not done begin or end at a hub, which its caller has locked */
export async function checkNotPlannedAtHub(reader: Reader, hubId: string): Promise<void> {
  if (await isPlannedAtHub(reader, hubId))
    throw invalidValue('Unfinished route plans start or end at this hub. Complete or delete them first.');
}
