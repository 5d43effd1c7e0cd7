import { anyText, integer } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Backups, and the archive of what is written between them. */
export const backupSettings = {
  backupFolder: {
    variable: 'BACKUP_FOLDER',
    about: 'Folder into which backups are made by themselves, best on another disk; unset, none are.',
    read: anyText,
  },
  backupEveryHours: {
    variable: 'BACKUP_EVERY_HOURS',
    about: 'Hours from one of those to the next.',
    fallback: '24',
    read: integer(1, 8760),
  },
  backupKeep: {
    variable: 'BACKUP_KEEP',
    about: 'Backups in that folder that are kept; the oldest of more are deleted after a good one.',
    fallback: '7',
    read: integer(1, 10_000),
  },
  backupRecipients: {
    variable: 'BACKUP_RECIPIENTS',
    about:
      'Public keys of age (`age1…`), separated by commas, that backups are encrypted for; unset, they are not encrypted.',
    read: ageRecipients,
  },
  archiveFolder: {
    variable: 'ARCHIVE_FOLDER',
    about:
      'Folder, best on another machine, into which all that is written goes between backups, so that one can be played on to any moment; unset, none does. For Hubbub’s own PostgreSQL.',
    read: anyText,
  },
  archiveBucket: {
    variable: 'ARCHIVE_BUCKET',
    about: 'The same as a bucket of the store of `S3_ENDPOINT`, in place of the folder; not the one of files.',
    read: anyText,
  },
  archiveSeconds: {
    variable: 'ARCHIVE_SECONDS',
    about: 'Seconds from one piece of the archive to the next: so much is lost at most with the machine.',
    fallback: '60',
    read: integer(1, 3600),
  },
  archiveDays: {
    variable: 'ARCHIVE_DAYS',
    about: 'Days that the archive is kept: a backup that is older is not played on.',
    fallback: '8',
    read: integer(1, 3660),
  },
  archiveWaitMib: {
    variable: 'ARCHIVE_WAIT_MIB',
    about:
      'MiB of the database’s log that wait at most while the archive is away; past it the archive has a gap, and the server goes on.',
    fallback: '4096',
    read: integer(64, 1_048_576),
  },
} satisfies Settings;

function ageRecipients(value: string): string[] {
  const recipients = value.split(',').map((recipient) => recipient.trim());
  if (!recipients.every((recipient) => /^age1[02-9ac-hj-np-z]+$/.test(recipient)))
    throw new Error('must be public keys of age, such as age1…, separated by commas');
  return recipients;
}

/** @throws {ConfigError} where an archive could not be kept */
export function checkBackup(
  values: ValuesOf<typeof backupSettings> & Record<'s3Bucket' | 'databaseUrl', string | undefined>,
): void {
  const { archiveFolder, archiveBucket, s3Bucket, databaseUrl } = values;
  if (archiveFolder && archiveBucket)
    throw new ConfigError('ARCHIVE_FOLDER and ARCHIVE_BUCKET are both set: say one of them.');
  if (archiveBucket && archiveBucket === s3Bucket)
    throw new ConfigError('ARCHIVE_BUCKET must be another bucket than S3_BUCKET, which has the files.');
  if ((archiveFolder || archiveBucket) && databaseUrl)
    throw new ConfigError(
      `${archiveFolder ? 'ARCHIVE_FOLDER' : 'ARCHIVE_BUCKET'} is for Hubbub’s own PostgreSQL: with DATABASE_URL the archive is a matter of that server.`,
    );
}
