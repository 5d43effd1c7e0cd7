import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { AlertWord } from './matcher.ts';

/** The words of everybody; to the deactivated no message comes. */
export function loadAlertWords(reader: Reader): Promise<AlertWord[]> {
  return reader.all(sql<AlertWord>`
    select folded, array_agg(user_id order by user_id) as "userIds"
    from chat.alert_words where organization_id = ${reader.organizationId} group by folded`);
}
