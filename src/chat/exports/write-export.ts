import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type SpooledFile, spool } from '../../platform/files/spool.ts';
import type { Services } from '../../platform/services.ts';
import { realmOf } from '../realms/access.ts';
import { versions } from '../settings/realm-settings.ts';
import { pageOfChannels, pageOfGroups, pageOfMessages, pageOfUsers, type Scope } from './content-queries.ts';

/** What an export holds beside its first line, in this order. */
const PARTS = { user: pageOfUsers, user_group: pageOfGroups, channel: pageOfChannels, message: pageOfMessages };

/**
 * Writes an export to a local file: gzip, a JSON object a line, each with its `kind`. A page of rows at a time, so that
 * it needs no more memory for millions of messages than for a thousand.
 */
export function writeExport(services: Services, scope: Scope, signal: AbortSignal): Promise<SpooledFile> {
  const lines = Readable.from(linesOf(services, scope, signal));
  const packed = createGzip();
  lines.on('error', (error) => packed.destroy(error));
  return spool(services, lines.pipe(packed), Number.MAX_SAFE_INTEGER);
}

async function* linesOf(
  { database, state, clock }: Services,
  scope: Scope,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { name, description, createdAt } = await realmOf(state, scope.organizationId);
  const line = (kind: string, row: object) => `${JSON.stringify({ kind, ...row })}\n`;
  yield line('organization', {
    id: scope.organizationId,
    name,
    description,
    date_created: createdAt,
    exported_at: clock.now(),
    hubbub_version: versions.hubbubVersion,
  });
  for (const [kind, pageOf] of Object.entries(PARTS)) {
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const rows = await pageOf(database.reader, scope, after);
      if (rows.length === 0) break;
      yield rows.map(({ row }) => line(kind, row)).join('');
      after = rows.at(-1)!.id;
    }
  }
}
