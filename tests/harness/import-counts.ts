import assert from 'node:assert/strict';
import type { ImportSource } from '../../src/import/source.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { sql } from '../../src/platform/db/sql.ts';

/** Rows of a new organization, by the names that the table of a dry run has for them. */
async function countsOf({ reader }: Database, organizationId: string): Promise<Record<string, number>> {
  const rows = await reader.all(sql<{ what: string; count: number }>`
    select what, count::int from (
      select case when bot_type is null then 'people' else 'bots' end as what, organization_id, count(*)
        from chat.users group by 1, 2
      union all select 'channels', organization_id, count(*) from chat.channels group by 2
      union all select 'messages', organization_id, count(*) from chat.messages group by 2
      union all select 'reactions', organization_id, count(*) from chat.reactions group by 2
      union all select 'starred messages', organization_id, count(*) from chat.message_flags where flags & 1 = 1 group by 2
      union all select case when cardinality(user_ids) > 2 then 'group' else 'direct' end || ' conversations',
        organization_id, count(*) from chat.direct_conversations group by 1, 2
      union all select 'emoji', organization_id, count(*) from chat.realm_emoji group by 2
      union all select 'files', organization_id, count(*) from chat.attachments group by 2
      union all select 'avatars', organization_id, count(*) from chat.users where avatar_file_id is not null group by 2
      union all select 'linkifiers', organization_id, count(*) from chat.linkifiers group by 2
      union all select 'profile fields', organization_id, count(*) from chat.profile_fields group by 2
      union all select 'muted people', organization_id, count(*) from chat.muted_users group by 2
      union all select 'alert words', organization_id, count(*) from chat.alert_words group by 2
      union all select 'drafts', organization_id, count(*) from chat.drafts group by 2
      union all select 'edits', organization_id, count(*) from chat.messages where last_edit_at is not null group by 2
    ) as counted where organization_id = ${organizationId}`);
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

/**
 * For tests: checks that the table of a dry run has counts as the import has left them, and a reason for all that does not come
 * as it is.
 * @param named rows of the table whose counts are looked at
 */
export async function assertReportHolds(
  database: Database,
  organizationId: string,
  { report }: Pick<ImportSource, 'report'>,
  named: readonly string[],
): Promise<void> {
  for (const { what, changed, stays, why } of report) if (changed + stays > 0) assert.match(why, /\.$/, what);
  const found = await countsOf(database, organizationId);
  const row = (what: string) => report.find((each) => each.what === what);
  assert.deepEqual(
    Object.fromEntries(named.map((what) => [what, found[what] ?? 0])),
    Object.fromEntries(named.map((what) => [what, (row(what)?.comes ?? 0) + (row(what)?.changed ?? 0)])),
  );
}
