import type { Reader } from '../../platform/db/reader.ts';
import { listWebhooksOf } from './queries.ts';

/** The thresholds that somebody wants to be told of, each once: for whoever watches arrival times and delays. */
export async function thresholdsOf(reader: Reader, organizationId: string, trigger: 1 | 2 | 12): Promise<number[]> {
  const webhooks = await listWebhooksOf(reader, organizationId, trigger);
  return [...new Set(webhooks.flatMap(({ threshold }) => (threshold === null ? [] : [threshold])))];
}
