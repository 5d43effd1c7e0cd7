import type { Reader } from '../../platform/db/reader.ts';
import type { Threshold } from '../events/triggers.ts';
import { listThresholds } from './queries.ts';

/** Those of an organization, each once: for whoever watches arrivals and delays. */
export function thresholdsOf(reader: Reader, organizationId: string): Promise<Threshold[]> {
  return listThresholds(reader, organizationId);
}
