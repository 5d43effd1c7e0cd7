import type { Reader } from '../../platform/db/reader.ts';
import { defineFact } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { CustomField } from './custom-field.ts';
import { listFields } from './queries.ts';

const taskFields = defineFact('custom fields of tasks', ['dispatch.custom_fields']);

/** The custom fields of tasks, by key. Of one key in several integrations the oldest counts, the organization's first. */
export async function taskFieldsByKey(reader: Reader): Promise<Map<string, CustomField>> {
  const fields = new Map<string, CustomField>();
  for (const field of await listFields(reader, 'Task', undefined))
    if (!fields.has(field.key)) fields.set(field.key, field);
  return fields;
}

/** As `taskFieldsByKey`, remembered until a field changes: it is asked for each new task. */
export async function cachedTaskFields({ state }: Services, organizationId: string): Promise<CustomField[]> {
  return state.of(organizationId).read(taskFields, '', async (reader) => [...(await taskFieldsByKey(reader)).values()]);
}
