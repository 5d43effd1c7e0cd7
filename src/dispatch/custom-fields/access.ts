import type { Reader } from '../../platform/db/reader.ts';
import type { CustomField } from './field.ts';
import { listFields } from './queries.ts';

export type { CustomField };

/** The fields that an organization's tasks may have, by key. */
export async function taskFields(reader: Reader, organizationId: string): Promise<Map<string, CustomField>> {
  const fields = await listFields(reader, organizationId, 'Task', undefined);
  return new Map(fields.map((field) => [field.key, field]));
}
