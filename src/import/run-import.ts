import { setImmediate } from 'node:timers/promises';
import { type ImportRow, loadImportsOf } from '../chat/imports/access.ts';
import { doBeginImport, doEndImport, doWriteImported, ImportMovedElsewhere } from '../chat/imports/actions.ts';
import type { ImportedMessage } from '../chat/imports/imported.ts';
import type { PlainTx } from '../platform/db/tx.ts';
import { NoRoomForFiles } from '../platform/files/room.ts';
import { openImportRunOf } from '../platform/imports/access.ts';
import { doAddImportRun, doEndImportRun, doFailImportRun, doStepImportRun } from '../platform/imports/actions.ts';
import type { ImportRun } from '../platform/imports/import-run.ts';
import type { Services } from '../platform/services.ts';
import { ArchiveError } from './archive/archive.ts';
import { writePictures } from './pictures.ts';
import { openRenderer } from './renderer.ts';
import type { ImportSource, SourceMessage } from './source.ts';
import { writeBehind } from './write-behind.ts';

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

/** Options of one run. */
export interface RunOptions {
  /** Undefined: only a run that was begun is gone on with. */
  found: FoundOrganization | undefined;
  /** The only organization that it may be, where that is known before. */
  into?: string;
  progress?: (done: number, total: number) => void;
  /** Aborted: the run stops between two batches. */
  signal?: AbortSignal;
}

/**
 * Imports an archive into a new organization, which opens at the end. A run that was killed is gone on with.
 * @throws {ArchiveError} when it was imported before, or another process imports it
 */
export async function runImport(services: Services, source: ImportSource, options: RunOptions): Promise<ArchiveImport> {
  // The tables of background jobs are made by whoever starts first.
  await services.jobs.start();
  const begun = await begin(services, source, options).catch((error: unknown) => {
    throw shownOf(error);
  });
  const run = await followRun(services, source, begun);
  try {
    return await write(services, source, begun, run, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const shown = shownOf(error);
    if (!(shown instanceof ImportedElsewhere))
      await services.database
        .transaction((tx) => doFailImportRun(tx, run.id, importFailureOf(shown)))
        .catch(() => undefined);
    throw shown;
  }
}

/** Another process continues the import: that is no failure of it. */
export class ImportedElsewhere extends ArchiveError {}

const shownOf = (error: unknown): Error =>
  error instanceof ImportMovedElsewhere
    ? new ImportedElsewhere('Another process imports this archive, or its organization was deleted meanwhile.')
    : (error as Error);

/** The sentence about an error for people. */
export function importFailureOf(error: Error): string {
  if (error instanceof ArchiveError || error instanceof NoRoomForFiles) return error.message;
  return 'An unexpected error occurred. The log of the server has it.';
}

/** The import as people follow it; one that began before there was such a thing gets it now. */
async function followRun(
  { database }: Services,
  source: ImportSource,
  { organizationId, position }: Pick<ImportRow, 'organizationId' | 'position'>,
): Promise<ImportRun> {
  await database.transaction(
    async (tx) => {
      const known = await openImportRunOf(tx, organizationId);
      const id = known?.id ?? (await doAddImportRun(tx, source.name, source.total));
      await doStepImportRun(tx, id, position, source.total);
    },
    { organizationId },
  );
  return (await openImportRunOf(database.reader, organizationId))!;
}

/** Messages of one transaction. */
interface RenderedBatch {
  /** Number of messages of the archive; a long one becomes several. */
  count: number;
  messages: readonly ImportedMessage[];
}

async function write(
  services: Services,
  source: ImportSource,
  begun: Pick<ImportRow, 'organizationId' | 'position'>,
  run: ImportRun,
  { progress, signal }: RunOptions,
): Promise<ArchiveImport> {
  const { database } = services;
  const { organizationId } = begun;
  await writePictures(services, organizationId, source, signal);
  const renderer = await openRenderer(services, organizationId, source);
  let { position } = begun;
  const takeTurns = turns();
  await writeBehind(rendered(), writeBatch);
  await database.transaction(
    async (tx) => {
      await doEndImport(tx, position, source.receipts);
      await doEndImportRun(tx, run);
    },
    { organizationId, takesLog: true },
  );
  const filesAsLinks = source.linkedFiles + renderer.filesAsLinks;
  return { organizationId, messages: position, before: begun.position, filesAsLinks };

  async function* rendered(): AsyncGenerator<RenderedBatch> {
    for await (const batch of batchesOf(source.messages(position))) {
      const messages: ImportedMessage[] = [];
      for (const message of batch) {
        messages.push(...(await renderer.render(message)));
        await takeTurns();
      }
      yield { count: batch.length, messages };
    }
  }

  async function writeBatch({ count, messages }: RenderedBatch) {
    signal?.throwIfAborted();
    const to = position + count;
    await database.transaction(
      async (tx) => {
        await doWriteImported(tx, { from: position, to }, messages);
        await doStepImportRun(tx, run.id, to, source.total);
      },
      { organizationId, takesLog: true },
    );
    position = to;
    progress?.(position, source.total);
  }
}

/** Milliseconds after which others of the process get a turn: it may serve meanwhile. */
const TURN_MS = 15;

/** Waits for others of the process whenever its own turn was long. */
function turns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

async function begin(
  { database }: Services,
  source: ImportSource,
  { found, into }: RunOptions,
): Promise<Pick<ImportRow, 'organizationId' | 'position'>> {
  const [known] = await loadImportsOf(database.reader, source.digest);
  if (known && known.endedAt === null) {
    if (into === undefined || into === known.organizationId) return known;
    throw new ArchiveError(`This archive is being imported as organization ${known.organizationId} already.`);
  }
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
