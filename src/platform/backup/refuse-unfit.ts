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
    if (config.databaseUrl)
      refuse("holds the files of Hubbub's own PostgreSQL, which no other takes: restore it without DATABASE_URL.");
    if (database.machine !== machine)
      refuse(
        `was made on ${database.machine}, and PostgreSQL's files are for one kind of machine; this one is ${machine}.`,
      );
    const version = majorVersion(installedBinaries());
    if (database.version < version)
      refuse(
        `holds the files of PostgreSQL ${database.version}, and this Hubbub has ${version}: restore it with Hubbub ${header.program}, which made it, then run "hubbub postgres upgrade" of this one on that DATA_DIR.`,
      );
    if (database.version > version)
      refuse(`holds the files of PostgreSQL ${database.version}, and this Hubbub has ${version}. Take a newer Hubbub.`);
  } else if (!config.databaseUrl)
    refuse('holds a dump of an external PostgreSQL: say an empty database in DATABASE_URL.');
  else {
    requireProgram('pg_restore', database.version);
    await refuseFilled(config.databaseUrl, database.version);
  }
  const known = new Set((await listMigrations()).map(({ name }) => name));
  if (header.migrations.some((name) => !known.has(name)))
    refuse(`was made by Hubbub ${header.program}, which is newer than this one. Take that version.`);
  if (!hasKey && !config.secretKey)
    refuse('does not hold the key that seals secrets: set SECRET_KEY to the one that it was made with.');
  if (hasKey && config.secretKey)
    refuse('holds the key that seals secrets: restore it without SECRET_KEY, or they could not be read.');
}
