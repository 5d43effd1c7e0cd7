import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { UserSettings } from '../settings/user-settings.ts';
import type { RealmPictures } from './picture.ts';

export interface RealmRow {
  name: string;
  language: string;
  timezone: string;
  createdAt: Date;
  description: string;
  emptyTopicDisplayName: string;
  enableSpectatorAccess: boolean;
  allowEditHistory: boolean;
  settings: Record<string, unknown>;
  /** Defaults that the organization has set. */
  userSettingsDefaults: Partial<UserSettings>;
  pictures: RealmPictures;
}

export function loadRealm(reader: Reader): Promise<RealmRow | undefined> {
  return reader.first(sql<RealmRow>`
    select o.name, o.language, o.timezone, o.created_at as "createdAt", r.description,
      r.empty_topic_display_name as "emptyTopicDisplayName", r.enable_spectator_access as "enableSpectatorAccess",
      r.allow_edit_history as "allowEditHistory", r.settings, r.user_settings_defaults as "userSettingsDefaults",
      coalesce((
        select jsonb_object_agg(p.kind, jsonb_build_object('version', p.version, 'isOwn', p.file_id is not null))
        from chat.realm_pictures p where p.organization_id = r.organization_id), '{}') as pictures
    from chat.realms r join platform.organizations o on o.id = r.organization_id
    where r.organization_id = ${reader.organizationId}`);
}

export async function insertRealm(tx: Tx, userSettingsDefaults: Partial<UserSettings>): Promise<void> {
  await tx.run(sql`
    insert into chat.realms (organization_id, user_settings_defaults)
    values (${tx.organizationId}, ${JSON.stringify(userSettingsDefaults)}::jsonb)`);
}

/** Writes all that can change of a realm itself. `settings` are those that are set now and have another value than before. */
export async function updateRealm(
  tx: Tx,
  realm: Pick<RealmRow, 'description' | 'enableSpectatorAccess' | 'allowEditHistory'>,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.run(sql`
    update chat.realms set description = ${realm.description}, enable_spectator_access = ${realm.enableSpectatorAccess},
      allow_edit_history = ${realm.allowEditHistory}, settings = settings || ${JSON.stringify(settings)}::jsonb
    where organization_id = ${tx.organizationId}`);
}

/** Has everybody be a full member who joined by then. */
export async function updateFullMembers(tx: Tx, joinedBy: Date): Promise<void> {
  await tx.run(sql`
    update chat.realms set full_members_joined_by = ${joinedBy} where organization_id = ${tx.organizationId}`);
}

/** Organizations with a waiting period in which some active member's has ended without being told. */
export function loadEndedWaiting(reader: PlainReader, now: Date): Promise<{ organizationId: string; days: number }[]> {
  return reader.all(sql<{ organizationId: string; days: number }>`
    with waiting as (
      select organization_id, full_members_joined_by, (settings->>'waiting_period_threshold')::int as days
      from chat.realms where coalesce((settings->>'waiting_period_threshold')::int, 0) > 0
        and organization_id in (select id from platform.open_organizations))
    select w.organization_id as "organizationId", w.days from waiting w
    where exists (
      select 1 from chat.users u
      where u.organization_id = w.organization_id and u.is_active and u.date_joined > w.full_members_joined_by
        and u.date_joined <= ${now}::timestamptz - make_interval(days => w.days))
    order by 1`);
}

/** Active people who joined in a span of time. */
export async function loadJoinedUserIds(reader: Reader, until: Date): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select u.id from chat.users u join chat.realms r on r.organization_id = u.organization_id
    where u.organization_id = ${reader.organizationId} and u.is_active and u.date_joined > r.full_members_joined_by
      and u.date_joined <= ${until}
    order by u.id`);
  return rows.map(({ id }) => id);
}

/** Everybody who is active. */
export async function loadActiveUserIds(reader: Reader): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.users where organization_id = ${reader.organizationId} and is_active`);
  return rows.map(({ id }) => id);
}
