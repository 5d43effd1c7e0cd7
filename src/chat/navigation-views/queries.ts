import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { NavigationView } from './navigation-view.ts';

/** A person's views, by fragment. */
export function loadViewsOf(reader: Reader, organizationId: string, userId: number): Promise<NavigationView[]> {
  return reader.all(sql<NavigationView>`
    select fragment, is_pinned, name from chat.navigation_views
    where organization_id = ${organizationId} and user_id = ${userId} order by fragment`);
}

/** Makes a view, or changes it. */
export async function saveView(tx: Tx, organizationId: string, userId: number, view: NavigationView): Promise<void> {
  await tx.run(sql`
    insert into chat.navigation_views (organization_id, user_id, fragment, is_pinned, name)
    values (${organizationId}, ${userId}, ${view.fragment}, ${view.is_pinned}, ${view.name})
    on conflict (organization_id, user_id, fragment) do update set is_pinned = excluded.is_pinned, name = excluded.name`);
}

export async function deleteView(tx: Tx, organizationId: string, userId: number, fragment: string): Promise<void> {
  await tx.run(sql`
    delete from chat.navigation_views
    where organization_id = ${organizationId} and user_id = ${userId} and fragment = ${fragment}`);
}
