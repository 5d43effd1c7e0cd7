import type { Tx } from '../../platform/db/tx.ts';
import { doForgetFiles, doStoreFile } from '../../platform/files/files.ts';
import type { StoredPicture } from '../../platform/files/store-picture.ts';
import { emitChatEvent } from '../events/emit.ts';
import { type RealmPictureKind, realmPictureUrl } from '../realms/picture.ts';
import { updateRealmPicture } from './queries.ts';

/**
 * Gives an organization another picture, or takes it away, and tells everybody.
 * @param quota bytes; undefined: no limit
 * @throws {QuotaExceeded}
 */
export async function doSetRealmPicture(
  tx: Tx,
  kind: RealmPictureKind,
  picture: StoredPicture | null,
  quota?: number,
): Promise<void> {
  const { organizationId } = tx;

  await tx.position();
  if (picture) await doStoreFile(tx, picture, quota);
  const { before, version } = await updateRealmPicture(tx, kind, picture?.id ?? null);
  if (before !== null) await doForgetFiles(tx, organizationId, [before]);
  tx.audit({
    organizationId,
    action: picture ? 'organization.picture_set' : 'organization.picture_removed',
    details: { kind: picture ? { to: kind } : { from: kind } },
  });
  const url = realmPictureUrl(organizationId, { [kind]: { version, isOwn: picture !== null } }, kind);
  const name = kind === 'icon' ? 'icon' : 'logo';
  // client: 'U' is uploaded; without one, icons are 'G' and logos 'D'.
  const source = picture ? 'U' : kind === 'icon' ? 'G' : 'D';
  emitChatEvent(
    tx,
    organizationId,
    ['organization'],
    { type: 'realm', op: 'update_dict', property: kind, data: { [`${name}_url`]: url, [`${name}_source`]: source } },
    { state: true },
  );
}
