import type { Reader } from '../../platform/db/reader.ts';
import { listThresholds } from './queries.ts';

/** A threshold that somebody wants to be told of: by trigger 1 (seconds), 2 (metres) or 12 (seconds). */
export interface Threshold {
  trigger: number;
  threshold: number;
}

/** Those of an organization, each once: for whoever watches arrivals and delays. */
export function thresholdsOf(reader: Reader, organizationId: string): Promise<Threshold[]> {
  return listThresholds(reader, organizationId);
}
