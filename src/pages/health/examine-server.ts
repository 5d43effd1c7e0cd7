import { listMigrations } from '../../platform/db/migrate.ts';
import { sql } from '../../platform/db/sql.ts';
import { releases } from '../../platform/releases/newest-release.ts';
import type { Services } from '../../platform/services.ts';
import { VERSION } from '../../platform/version.ts';
import { countJobs, type JobCounts } from './count-jobs.ts';
import { type Finding, passOrFail } from './finding.ts';

/** The checks that cost little, for `doctor` and for the page where a set-up ends. */
export async function examineServer(services: Services): Promise<Finding[]> {
  const { config } = services;
  const { reader } = services.database;
  const settings = await reader.first(sql<{ version: number; fsync: string; sync: string }>`
    select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as sync`);
  const migrations = await reader.first(
    sql<{ count: number }>`select count(*)::int as count from public.hubbub_migrations`,
  );
  const known = (await listMigrations()).length;
  const jobs = await countJobs(reader);
  return [
    passOrFail('settings', true, config.databaseUrl ? 'external database' : `own database in ${config.dataDir}`),
    passOrFail('PostgreSQL', settings!.version >= 150_000, `version ${settings!.version}`),
    passOrFail(
      'durability',
      settings!.fsync === 'on' && settings!.sync !== 'off',
      `fsync ${settings!.fsync}, synchronous_commit ${settings!.sync}`,
    ),
    passOrFail('migrations', migrations!.count === known, `${migrations!.count} of ${known}`),
    passOrFail(
      'jobs',
      jobs.late === 0 && jobs.broken.length === 0,
      `${jobs.late} late, ${jobs.failed} failed, ${jobs.interrupted} interrupted by a stop${lastFailed(jobs)}`,
    ),
    ...(await examineVersion(services)),
  ];
}

function lastFailed({ broken }: JobCounts): string {
  return broken.length === 0 ? '' : `; the last job failed in ${broken.join(', ')} (see the log)`;
}

/** A newer version is news and no fault, and neither is it one that nobody says so. */
async function examineVersion(services: Services): Promise<Finding[]> {
  const newest = await releases(services).ask();
  if (!newest) return [];
  const sentence = () => {
    if ('problem' in newest) return newest.problem;
    return newest.isNewer ? `${newest.version} is available, newer than` : 'up to date:';
  };
  return [passOrFail('version', true, `${sentence()}${'problem' in newest ? '; this is' : ''} ${VERSION}`)];
}
