import type { Command } from 'commander';
import { examineCells } from '../pages/health/examine-cells.ts';
import { examineDatabase } from '../pages/health/examine-database.ts';
import { examineMachine } from '../pages/health/examine-machine.ts';
import { examineMoves } from '../pages/health/examine-moves.ts';
import { examineOutside } from '../pages/health/examine-outside.ts';
import { examinePublicUrl } from '../pages/health/examine-public-url.ts';
import { examineServer } from '../pages/health/examine-server.ts';
import { type Finding, passOrFail } from '../pages/health/finding.ts';
import { backupState } from '../platform/backup/access.ts';
import { archiveState } from '../platform/backup/archive-state.ts';
import type { Config } from '../platform/config.ts';
import { sql } from '../platform/db/sql.ts';
import { orphans } from '../platform/files/sweep.ts';
import type { Services } from '../platform/services.ts';
import { commandWords } from '../platform/texts/health-words.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkDestinations } from './check-destinations.ts';
import { CommandError, print, withServices } from './command.ts';

/** `doctor`: looks at what an operator would look at when something is wrong. */
export function addDoctorCommand(program: Command, config: Config): void {
  program
    .command('doctor')
    .description('Checks the installation, the machine and each configured service. Status 1 if a check fails.')
    .option('--json', 'print a JSON array')
    .action(async (options: { json?: boolean }) => {
      const findings = await examine(config);
      print(findings, options.json);
      if (findings.some(({ state }) => state === 'fail')) throw new CommandError('At least one check failed.');
    });
}

async function examine(config: Config): Promise<Finding[]> {
  return withServices(config, async (services) => {
    const { database, jobs: queue } = services;
    const words = commandWords();
    // Its tables are made at the first start of a server or, here, by the first look at them.
    await queue.start();
    const { reader } = database;
    const logs = await reader.first(sql<{ broken: number; organizations: number }>`
      select count(*)::int as organizations, count(*) filter (where h.event_id <> coalesce(
        (select max(id) from platform.event_log l where l.organization_id = h.organization_id), h.event_id))::int as broken
      from platform.log_heads h`);
    const orphans = await reader.first(sql<{ organizations: number }>`
      select count(*)::int as organizations from platform.organizations o
      where not exists (select 1 from chat.realms r where r.organization_id = o.id)`);
    const files = await examineFiles(services);
    const destinations = await checkDestinations(reader);
    return [
      ...(await examineServer(services, words)),
      ...(await examineMachine(services, words)),
      ...(await examineDatabase(services)),
      passOrFail(
        'event log',
        logs!.broken === 0,
        `${logs!.organizations} organizations, ${logs!.broken} with an inconsistent log head`,
      ),
      files,
      passOrFail(
        'organizations',
        orphans!.organizations === 0,
        `${orphans!.organizations} organizations without a chat realm`,
      ),
      { check: words.texts.checks.backups, ...(await backupState(reader, config, services.clock.now(), words)) },
      { check: 'archive', ...(await archiveState(config, database.connectionString, services.clock.now())) },
      destinations,
      ...(await examinePublicUrl(services, words)),
      await checkAddresses(services),
      ...(await examineCells(services)),
      ...(await examineMoves(services, words)),
      ...(await examineOutside(services, words)),
    ];
  });
}

/** Whether the store answers, and what it holds that nothing refers to: the job that sweeps it away runs four times a day. */
async function examineFiles(services: Services): Promise<Finding> {
  const stored = await services.database.reader.first(
    sql<{ files: number; bytes: number }>`
      select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes from platform.files`,
  );
  try {
    let stray = 0;
    for await (const _object of orphans(services)) stray++;
    const detail = `${stored!.files} of ${stored!.bytes} bytes in the store ${services.config.fileStore}; ${stray} objects that nothing refers to`;
    return passOrFail('files', true, detail);
  } catch (error) {
    return passOrFail('files', false, `the store does not respond: ${(error as Error).message}`);
  }
}
