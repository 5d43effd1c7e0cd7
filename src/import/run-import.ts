import { type ImportRow, loadImportsOf } from '../chat/imports/access.ts';
import { doBeginImport, doEndImport, doWriteImported, ImportMovedElsewhere } from '../chat/imports/actions.ts';
import type { ImportedMessage } from '../chat/imports/imported.ts';
import type { PlainTx } from '../platform/db/tx.ts';
import type { Services } from '../platform/services.ts';
import { ArchiveError } from './archive/archive.ts';
import { openRenderer } from './renderer.ts';
import type { ImportSource, SourceMessage } from './source.ts';

/** Messages of one transaction: a kill loses the work of one at most. */
const BATCH = 500;
/** Characters of the texts of one transaction. */
const BATCH_CHARACTERS = 1_000_000;

/** Makes the organization that an archive is imported into, with the account of its owner. */
export type FoundOrganization = (
  tx: PlainTx,
) => Promise<{ organizationId: string; owner: { id: number; email: string } }>;

export interface ArchiveImport {
  organizationId: string;
  messages: number;
  /** Messages that an earlier run had written. */
  before: number;
  /** Files that stay links to where they were. */
  filesAsLinks: number;
}

/**
 * Imports an archive into a new organization, which opens at the end. A run that was killed is gone on with.
 * @param found undefined: only a run that was begun is gone on with
 * @throws {ArchiveError} when it was imported before, or another process imports it
 */
export async function runImport(
  services: Services,
  source: ImportSource,
  found: FoundOrganization | undefined,
  progress: (done: number, total: number) => void,
): Promise<ArchiveImport> {
  const { database } = services;
  // The tables of background jobs are made by whoever starts first.
  await services.jobs.start();
  try {
    const begun = await begin(services, source, found);
    const { organizationId } = begun;
    const renderer = await openRenderer(services, organizationId, source);
    let { position } = begun;
    for await (const batch of batchesOf(source.messages(position))) {
      const messages: ImportedMessage[] = [];
      for (const message of batch) messages.push(...(await renderer.render(message)));
      const to = position + batch.length;
      await database.transaction((tx) => doWriteImported(tx, { from: position, to }, messages), {
        organizationId,
        takesLog: true,
      });
      position = to;
      progress(position, source.total);
    }
    await database.transaction((tx) => doEndImport(tx, position), { organizationId, takesLog: true });
    const filesAsLinks = source.linkedFiles + renderer.filesAsLinks;
    return { organizationId, messages: position, before: begun.position, filesAsLinks };
  } catch (error) {
    if (!(error instanceof ImportMovedElsewhere)) throw error;
    throw new ArchiveError('Another process imports this archive, or its organization was deleted meanwhile.');
  }
}

async function begin(
  { database }: Services,
  source: ImportSource,
  found: FoundOrganization | undefined,
): Promise<Pick<ImportRow, 'organizationId' | 'position'>> {
  const [known] = await loadImportsOf(database.reader, source.digest);
  if (known && known.endedAt === null) return known;
  if (known)
    throw new ArchiveError(
      `This archive was imported as organization ${known.organizationId}. Delete that one to import it again.`,
    );
  if (!found) throw new ArchiveError('No import of this archive was begun. Give --organization-name and the owner.');
  const organizationId = await database.transaction(async (tx) => {
    const founded = await found(tx);
    const { name, digest, directory } = source;
    await doBeginImport(
      tx.of(founded.organizationId),
      { source: name, archive: digest, owner: founded.owner },
      directory,
    );
    return founded.organizationId;
  });
  return { organizationId, position: 0 };
}

async function* batchesOf(messages: AsyncIterable<SourceMessage>): AsyncGenerator<SourceMessage[]> {
  let batch: SourceMessage[] = [];
  let characters = 0;
  for await (const message of messages) {
    batch.push(message);
    characters += message.size;
    if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
