import { listMigrations } from '../../platform/db/migrate.ts';
import { sql } from '../../platform/db/sql.ts';
import { type ReleaseProblem, releases } from '../../platform/releases/newest-release.ts';
import type { Services } from '../../platform/services.ts';
import type { HealthWords } from '../../platform/texts/health-words.ts';
import { VERSION } from '../../platform/version.ts';
import { countJobs, type JobCounts } from './count-jobs.ts';
import { type Finding, passOrFail } from './finding.ts';

/** The checks that cost little, for `doctor` and for the page where a set-up ends. */
export async function examineServer(services: Services, words: HealthWords): Promise<Finding[]> {
  const { config } = services;
  const { checks, ...texts } = words.texts;
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
    passOrFail(
      checks.settings,
      true,
      config.databaseUrl ? texts.externalDatabase : texts.ownDatabase({ folder: config.dataDir }),
    ),
    passOrFail(
      checks.postgres,
      settings!.version >= 150_000,
      texts.databaseVersion({ version: String(settings!.version) }),
    ),
    passOrFail(
      checks.durability,
      settings!.fsync === 'on' && settings!.sync !== 'off',
      texts.durability({ fsync: settings!.fsync, commit: settings!.sync }),
    ),
    passOrFail(
      checks.migrations,
      migrations!.count === known,
      texts.migrations({ done: migrations!.count, all: known }),
    ),
    passOrFail(checks.jobs, jobs.late === 0 && jobs.broken.length === 0, sentenceOf(jobs, words)),
    ...(await examineVersion(services, words)),
  ];
}

function sentenceOf({ late, failed, interrupted, broken }: JobCounts, { texts }: HealthWords): string {
  const jobs = texts.jobs({ late, failed, interrupted });
  return broken.length === 0 ? jobs : texts.jobsBroken({ jobs, queues: broken.join(', ') });
}

/** A newer version is news and no fault, and neither is it one that nobody says so. */
async function examineVersion(services: Services, { texts }: HealthWords): Promise<Finding[]> {
  const newest = await releases(services).ask();
  if (!newest) return [];
  const sentence = () => {
    if ('problem' in newest) return problemOf(newest.problem, texts.releases);
    if (newest.isNewer) return texts.newer({ newest: newest.version, version: VERSION });
    return texts.current({ version: VERSION });
  };
  return [passOrFail(texts.checks.version, true, sentence())];
}

function problemOf(problem: ReleaseProblem, texts: HealthWords['texts']['releases']): string {
  const version = VERSION;
  if (problem.kind === 'status') return texts.status({ status: String(problem.status), version });
  if (problem.kind === 'noVersion') return texts.noVersion({ version });
  return texts.unread({ reason: problem.reason, version });
}
