import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { RealmPictureKind } from '../realms/picture.ts';

/** Gives an organization another picture, or none; gives the file of the one before. The log is held. */
export async function updateRealmPicture(
  tx: Tx,
  kind: RealmPictureKind,
  fileId: string | null,
): Promise<{ before: string | null; version: number }> {
  const { organizationId } = tx;

  const old = await tx.first(sql<{ fileId: string | null }>`
    select file_id as "fileId" from chat.realm_pictures
    where organization_id = ${organizationId} and kind = ${kind} for update`);
  const row = await tx.first(sql<{ version: number }>`
    insert into chat.realm_pictures as p (organization_id, kind, file_id, version)
    values (${organizationId}, ${kind}, ${fileId}, 2)
    on conflict (organization_id, kind) do update set file_id = excluded.file_id, version = p.version + 1
    returning version`);
  return { before: old?.fileId ?? null, version: row!.version };
}

/** Loads a picture of an organization. */
export function loadRealmPicture(
  reader: Reader,
  kind: string,
): Promise<{ name: string; fileId: string | null; contentType: string | null } | undefined> {
  return reader.first(sql<{ name: string; fileId: string | null; contentType: string | null }>`
    select o.name, p.file_id as "fileId", f.content_type as "contentType"
    from platform.organizations o
      left join chat.realm_pictures p on p.organization_id = o.id and p.kind = ${kind}
      left join platform.files f on f.organization_id = p.organization_id and f.id = p.file_id
    where o.id = ${reader.organizationId}`);
}
