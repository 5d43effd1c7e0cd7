import { anyText, integer } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Backups, and the archive of what is written between them. */
export const backupSettings = {
  backupFolder: {
    variable: 'BACKUP_FOLDER',
    about: 'Folder for scheduled backups, ideally on another disk; unset: no scheduled backups.',
    read: anyText,
  },
  backupEveryHours: {
    variable: 'BACKUP_EVERY_HOURS',
    about: 'Hours between scheduled backups.',
    fallback: '24',
    read: integer(1, 8760),
  },
  backupKeep: {
    variable: 'BACKUP_KEEP',
    about: 'Number of scheduled backups to keep; older ones are deleted after a successful backup.',
    fallback: '7',
    read: integer(1, 10_000),
  },
  backupRecipients: {
    variable: 'BACKUP_RECIPIENTS',
    about:
      'age public keys (`age1…`), separated by commas, for which backups are encrypted; unset: backups are not encrypted.',
    read: ageRecipients,
  },
  archiveFolder: {
    variable: 'ARCHIVE_FOLDER',
    about:
      'Folder, ideally on another machine, that archives all changes between backups so that a restore can go to any moment; unset: no archive. For Hubbub’s own PostgreSQL.',
    read: anyText,
  },
  archiveBucket: {
    variable: 'ARCHIVE_BUCKET',
    about: 'Bucket at `S3_ENDPOINT` for the archive, instead of a folder. It must not be the bucket for files.',
    read: anyText,
  },
  archiveSeconds: {
    variable: 'ARCHIVE_SECONDS',
    about: 'Seconds between archive segments: the most that is lost if the machine is lost.',
    fallback: '60',
    read: integer(1, 3600),
  },
  archiveDays: {
    variable: 'ARCHIVE_DAYS',
    about: 'Days to keep the archive. Older backups cannot be recovered to a later moment.',
    fallback: '8',
    read: integer(1, 3660),
  },
  archiveWaitMib: {
    variable: 'ARCHIVE_WAIT_MIB',
    about:
      'Maximum MiB of the database log that wait while the archive is unavailable. Beyond it the archive has a gap and the server goes on.',
    fallback: '4096',
    read: integer(64, 1_048_576),
  },
} satisfies Settings;

function ageRecipients(value: string): string[] {
  const recipients = value.split(',').map((recipient) => recipient.trim());
  if (!recipients.every((recipient) => /^age1[02-9ac-hj-np-z]+$/.test(recipient)))
    throw new Error('must be age public keys, such as age1…, separated by commas');
  return recipients;
}

/** @throws {ConfigError} where an archive could not be kept */
export function checkBackup(
  values: ValuesOf<typeof backupSettings> & Record<'s3Bucket' | 'databaseUrl', string | undefined>,
): void {
  const { archiveFolder, archiveBucket, s3Bucket, databaseUrl } = values;
  if (archiveFolder && archiveBucket) throw new ConfigError('ARCHIVE_FOLDER and ARCHIVE_BUCKET must not both be set.');
  if (archiveBucket && archiveBucket === s3Bucket)
    throw new ConfigError('ARCHIVE_BUCKET must not be S3_BUCKET, which holds the files.');
  if ((archiveFolder || archiveBucket) && databaseUrl)
    throw new ConfigError(
      `${archiveFolder ? 'ARCHIVE_FOLDER' : 'ARCHIVE_BUCKET'} only works with Hubbub’s own PostgreSQL. With DATABASE_URL, archive the log on that server.`,
    );
}
