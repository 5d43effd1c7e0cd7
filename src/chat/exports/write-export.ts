import type { Reader } from '../../platform/db/reader.ts';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { type SpooledFile, spool } from '../../platform/files/spool.ts';
import { MissingObject } from '../../platform/files/store.ts';
import type { Services } from '../../platform/services.ts';
import { realmOf } from '../realms/access.ts';
import { versions } from '../settings/realm-settings.ts';
import { Archive } from './archive.ts';
import { type ExportedRow, pageOfChannels, pageOfGroups, pageOfMessages, type Scope } from './content-queries.ts';
import { type FileRow, pageOfEmoji, pageOfRealmPictures, pageOfUploads, pageOfUsers } from './file-queries.ts';

/** The archive's file of rows. */
const DATA_NAME = 'export.ndjson';

type PageOf = (reader: Reader, scope: Scope, after: number) => Promise<(ExportedRow | FileRow)[]>;

/** Parts of an export after its first line, in this order. */
const PARTS: Record<string, PageOf> = {
  organization_picture: pageOfRealmPictures,
  user: pageOfUsers,
  user_group: pageOfGroups,
  channel: pageOfChannels,
  emoji: pageOfEmoji,
  message: pageOfMessages,
  upload: pageOfUploads,
};

/**
 * Writes an export to a local file: a `tar.gz` of the files, and last of `export.ndjson`, a JSON object a line, each
 * with its `kind` and, where it has one, the name of its `file` in the archive. A page of rows and a piece of a file at
 * a time, so that it needs no more memory for millions of messages than for a thousand.
 */
export async function writeExport(services: Services, scope: Scope, signal: AbortSignal): Promise<SpooledFile> {
  await using archive = new Archive(services);
  await using data = await spool(services, linesOf(services, scope, archive, signal), Number.MAX_SAFE_INTEGER);
  await archive.addLocal(DATA_NAME, data);
  return await archive.finish();
}

/** The lines of all rows. The files of a row are in the archive when its line comes. */
async function* linesOf(
  services: Services,
  scope: Scope,
  archive: Archive,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const { database, state, clock } = services;
  const { name, description, createdAt } = await realmOf(state.of(scope.organizationId));
  const line = (kind: string, row: object) => `${JSON.stringify({ kind, ...row })}\n`;
  const first = line('organization', {
    id: scope.organizationId,
    name,
    description,
    date_created: createdAt,
    exported_at: clock.now(),
    hubbub_version: versions.hubbubVersion,
  });
  yield Buffer.from(first);
  for (const [kind, pageOf] of Object.entries(PARTS)) {
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const rows = await pageOf(database.reader.of(scope.organizationId), scope, after);
      if (rows.length === 0) break;
      let lines = '';
      for (const row of rows) {
        signal.throwIfAborted();
        const beside = 'fileId' in row ? { file: await addFile(services, scope, archive, kind, row) } : {};
        lines += line(kind, { ...row.row, ...beside });
      }
      yield Buffer.from(lines);
      after = rows.at(-1)!.id;
    }
  }
}

/** @returns its name in the archive; null when there is none, or the store has lost it */
async function addFile(
  services: Services,
  { organizationId }: Scope,
  archive: Archive,
  kind: string,
  { id, fileId, fileName, contentType }: FileRow,
): Promise<string | null> {
  if (fileId === null) return null;
  const key = objectKey({ organizationId, id: fileId }, ORIGINAL);
  const name = `files/${kind}/${id}/${fileName ?? `picture.${contentType?.split('/')[1]}`}`;
  try {
    const store = fileStore(services);
    const found = await store.stat(key);
    if (!found) throw new MissingObject(key);
    await archive.add(name, found.size, await store.read(key));
    return name;
  } catch (error) {
    if (!(error instanceof MissingObject)) throw error;
    services.log.warn({ organizationId, file: fileId }, 'a file missing from the store is not in the export');
    return null;
  }
}
