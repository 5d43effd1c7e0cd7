import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** A browser in which somebody of the organization is signed in. */
export interface OpenSessionRow {
  id: string;
  personId: string;
  name: string;
  label: string;
  createdAt: Date;
  usedAt: Date;
  expiresAt: Date;
  isShared: boolean;
}

/** An organization's open sessions, the last used first. */
export function loadOpenSessions(
  reader: Reader,
  { after, now }: { after: { usedAt: Date; id: string } | null; now: Date },
  limit: number,
): Promise<OpenSessionRow[]> {
  return reader.all(sql<OpenSessionRow>`
    select c.id, c.subject as "personId", coalesce(u.full_name, a.name, w.name, p.email, p.phone, '') as name, c.label,
      c.created_at as "createdAt", c.used_at as "usedAt", c.expires_at as "expiresAt", c.is_shared as "isShared"
    from platform.credentials c
      join platform.people p on p.organization_id = c.organization_id and p.id = c.subject
      left join chat.users u on u.organization_id = p.organization_id and u.person_id = p.id
      left join dispatch.administrators a on a.organization_id = p.organization_id and a.person_id = p.id
      left join dispatch.workers w on w.organization_id = p.organization_id and w.person_id = p.id
    where c.organization_id = ${reader.organizationId} and c.kind = 'session' and c.revoked_at is null and c.expires_at > ${now}
      and (${after === null}::boolean or (c.used_at, c.id) < (${after?.usedAt ?? null}::timestamptz, ${after?.id ?? ''}::text))
    order by c.used_at desc, c.id desc limit ${limit}`);
}

/** Returns the owner of an open session of the organization. */
export function findOpenSession(reader: Reader, id: string, now: Date): Promise<{ personId: string } | undefined> {
  return reader.first(sql<{ personId: string }>`
    select subject as "personId" from platform.credentials
    where organization_id = ${reader.organizationId} and id = ${id} and kind = 'session' and revoked_at is null
      and expires_at > ${now}`);
}
