import type { Config } from '../config.ts';
import { listMigrations } from '../db/migrate.ts';
import { installedBinaries, majorVersion } from '../postgres/binaries.ts';
import { BackupError, type BackupHeader } from './backup-form.ts';
import { requireProgram } from './client-programs.ts';
import { refuseFilled } from './database-target.ts';

/**
 * Refuses what could be unpacked, and not be served.
 * @throws {BackupError}
 */
export async function refuseUnfit(file: string, header: BackupHeader, config: Config): Promise<void> {
  const { database, hasKey } = header;
  const machine = `${process.platform}-${process.arch}`;
  const refuse = (why: string) => {
    throw new BackupError(`${file} ${why}`);
  };
  if (database.kind === 'cluster') {
    if (config.databaseUrl) refuse("contains the files of Hubbub's own PostgreSQL. Restore it without DATABASE_URL.");
    if (database.machine !== machine)
      refuse(
        `was made on ${database.machine}, and PostgreSQL's files only work on that kind of machine; this one is ${machine}.`,
      );
    const version = majorVersion(installedBinaries());
    if (database.version < version)
      refuse(
        `contains the files of PostgreSQL ${database.version}, but this Hubbub has ${version}. Restore it with Hubbub ${header.program}, which made it, then run "hubbub postgres upgrade" of this version on that DATA_DIR.`,
      );
    if (database.version > version)
      refuse(
        `contains the files of PostgreSQL ${database.version}, but this Hubbub has ${version}. Use a newer Hubbub.`,
      );
  } else if (!config.databaseUrl)
    refuse('contains a dump of an external PostgreSQL. Set DATABASE_URL to an empty database.');
  else {
    requireProgram('pg_restore', database.version);
    await refuseFilled(config.databaseUrl, database.version);
  }
  const known = new Set((await listMigrations()).map(({ name }) => name));
  if (header.migrations.some((name) => !known.has(name)))
    refuse(`was made by Hubbub ${header.program}, which is newer than this version. Use that version.`);
  if (!hasKey && !config.secretKey)
    refuse('does not contain the key that seals secrets. Set SECRET_KEY to the key it was made with.');
  if (hasKey && config.secretKey)
    refuse('contains the key that seals secrets. Restore it without SECRET_KEY, otherwise they cannot be read.');
}
