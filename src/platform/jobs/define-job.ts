import type { Services } from '../services.ts';
import type { JobDefinition } from './queue.ts';

/** A declared kind of background work of this program; the registry finds it (docs/decisions/0004-pg-boss.md). */
export interface DeclaredJob<Data extends object = object> extends JobDefinition<Services, Data> {
  readonly [jobBrand]: true;
}

const jobBrand: unique symbol = Symbol('hubbub job');

/** Declares a kind of background work: `export const deliverWebhook = defineJob({…})` in any slice. */
export function defineJob<Data extends object>(definition: JobDefinition<Services, Data>): DeclaredJob<Data> {
  return { ...definition, [jobBrand]: true };
}

/** Whether an export is a declared kind of work. */
export function isJob(value: unknown): value is DeclaredJob {
  return typeof value === 'object' && value !== null && jobBrand in value;
}
