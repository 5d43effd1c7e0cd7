import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { openFileStore } from '../platform/files/open-store.ts';
import { spool } from '../platform/files/spool.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';

const KINDS = ['folder', 's3'] as const;
type Kind = (typeof KINDS)[number];

/** `files move`: from the folder to a bucket, or back. */
export function addFileCommands(program: Command, config: Config): void {
  program
    .command('files')
    .description('Manages uploaded files.')
    .command('move')
    .description(
      'Copies all files to the other store. Run it, set FILE_STORE, restart the server, then run it again for files uploaded in the meantime.',
    )
    .requiredOption('--to <store>', KINDS.join(' or '))
    .option('--delete', 'delete each file from the old store after copying it')
    .option('--json', 'print a JSON object')
    .action(async (options: { to: string; delete?: boolean; json?: boolean }) => {
      const to = KINDS.find((kind) => kind === options.to);
      if (!to) throw new CommandError(`--to must be ${KINDS.join(' or ')}.`);
      if (config.s3Bucket === undefined) throw new CommandError('S3_BUCKET must be set.');
      const from: Kind = to === 'folder' ? 's3' : 'folder';
      const result = await withServices(config, (services) =>
        move(services, openFileStore(from, config), openFileStore(to, config), options.delete ?? false),
      );
      print({ from, to, ...result }, options.json);
    });
}

/** One file at a time; one that is there already in its full size is not copied again, so it may be run again. */
export async function move(services: Services, from: FileStore, to: FileStore, deletes: boolean) {
  const result = { copied: 0, alreadyThere: 0, bytes: 0 };
  for await (const { key, size } of from.list('')) {
    const there = await to.stat(key);
    if (there?.size === size) result.alreadyThere++;
    else {
      await using local = await spool(services, await from.read(key), Number.MAX_SAFE_INTEGER);
      if (local.size !== size) throw new CommandError(`${key} could not be read completely.`);
      await to.put(key, local.path);
      result.copied++;
      result.bytes += size;
    }
    if (deletes) await from.delete(key);
  }
  return result;
}
