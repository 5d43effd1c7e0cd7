import type { Bench, Finding } from './harness.ts';
import { compareDeliveries } from './peers/deliveries.ts';
import { compareSolvers } from './peers/vrp.ts';

/** Programs of the same kind, on the same machine in the same run (bench/README.md says what they are and how they come here). */
export async function benchPeers(bench: Bench): Promise<Finding[]> {
  return [...(await compareDeliveries(bench)), ...(await compareSolvers())];
}
