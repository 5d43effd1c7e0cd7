import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

export type Uses = 'chat' | 'deliveries' | 'both';

/** Progress of an organization's set-up: the newest object of each kind, null if there is none. */
export interface ProgressRow {
  uses: Uses | null;
  /** Whether somebody has put the checklist away. */
  isPutAway: boolean;
  hasInvited: boolean;
  message: string | null;
  hub: string | null;
  hubId: string | null;
  team: string | null;
  teamId: string | null;
  worker: string | null;
  workerId: string | null;
  task: string | null;
}

export async function loadProgress(reader: Reader): Promise<ProgressRow> {
  const row = await reader.first(sql<ProgressRow>`
    select o.uses, o.checklist_put_away as "isPutAway",
      exists (select from chat.invitations i where i.organization_id = o.id) as "hasInvited",
      (select c.name from chat.channels c where c.organization_id = o.id and c.creator_id is not null
        order by c.id desc limit 1) as message,
      hub.name as hub, hub.id as "hubId", team.name as team, team.id as "teamId", worker.name as worker,
      worker.id as "workerId",
      (select t.short_id from dispatch.tasks t where t.organization_id = o.id order by t.created_at desc limit 1) as task
    from platform.organizations o
      left join lateral (select h.id, h.name from dispatch.hubs h where h.organization_id = o.id
        order by h.created_at desc limit 1) hub on true
      left join lateral (select t.id, t.name from dispatch.teams t where t.organization_id = o.id
        order by t.created_at desc limit 1) team on true
      left join lateral (select w.id, w.name from dispatch.workers w where w.organization_id = o.id
        order by w.created_at desc limit 1) worker on true
    where o.id = ${reader.organizationId}`);
  return row!;
}

export async function putChecklistAway(tx: Tx): Promise<void> {
  await tx.run(sql`update platform.organizations set checklist_put_away = true where id = ${tx.organizationId}`);
}

export async function saveUses(tx: Tx, uses: Uses): Promise<void> {
  await tx.run(sql`update platform.organizations set uses = ${uses} where id = ${tx.organizationId}`);
}
