import type { Command } from 'commander';
import { ChatError } from '../chat/http/errors.ts';
import { explainNarrow } from '../chat/messages/query/explain-narrow.ts';
import { findUserById } from '../chat/users/access.ts';
import { decisionsOn } from '../dispatch/assignment/access.ts';
import { DispatchError } from '../dispatch/http/errors.ts';
import { accessTask, accessTaskAnywhere } from '../dispatch/tasks/access.ts';
import type { Config } from '../platform/config.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkWholeNumber } from './input.ts';
import { checkOrganization, userIdByEmail } from './people.ts';

/** `explain narrow`: how PostgreSQL finds what a client asks for; `explain assignment`: why a task went to whom it did. */
export function addExplainCommands(program: Command, config: Config): void {
  const command = program.command('explain').description('Explains how the server reached a result.');
  addExplainAssignment(command, config);
  command
    .command('narrow')
    .description(
      'Shows the SQL statements for the newest messages of a narrow and their query plans. It runs them but changes nothing.',
    )
    .argument('<narrow>', `the narrow as clients send it, such as '[{"operator":"is","operand":"starred"}]'`)
    .requiredOption('--organization <id>')
    .requiredOption('--email <email>', 'whose messages')
    .option('--limit <n>', 'number of messages', '100')
    .option('--json', 'print one JSON object')
    .action(async (narrow: string, options: { organization: string; email: string; limit: string; json?: boolean }) => {
      const limit = checkWholeNumber('--limit', options.limit, 1, 5000);
      const explained = await withServices(config, (services) => explain(services, { ...options, narrow, limit }));
      if (options.json) print(explained, true);
      else {
        for (const { text, plan } of explained.statements) console.log(`${text.trim()}\n\n${plan.join('\n')}\n`);
        console.log(`${explained.ids.length} messages`);
      }
    });
}

function addExplainAssignment(command: Command, config: Config): void {
  command
    .command('assignment')
    .description(
      'Shows how automatic assignment chose a worker for a task: the nearest workers and why each was passed over.',
    )
    .argument('<task>', 'ID of the task')
    .option('--organization <id>', "organization of the task; found by the task's ID if not given")
    .option('--json', 'print one JSON object')
    .action(async (task: string, options: { organization?: string; json?: boolean }) => {
      const explained = await withServices(config, (services) => explainAssignment(services, { ...options, task }));
      if (options.json) print({ decisions: explained }, true);
      else for (const line of explained.flatMap(linesOf)) console.log(line);
    });
}

type Explained = Awaited<ReturnType<typeof decisionsOn>>[number];

function linesOf({ decidedAt, outcome, workerId, options, candidates }: Explained): string[] {
  const lines = candidates.map(
    ({ workerId: id, distance, travel, assignedTasks, refusedBecause }) =>
      `  ${id}  ${distance} m away, ${travel} m to travel, ${assignedTasks} tasks: ${refusedBecause ?? 'chosen'}`,
  );
  return [`${decidedAt.toISOString()} ${outcome} ${workerId ?? ''}`, `  options ${JSON.stringify(options)}`, ...lines];
}

/** @throws {CommandError} for an unknown organization or task */
export async function explainAssignment(
  { database: { reader } }: Services,
  { organization, task }: { organization?: string; task: string },
): Promise<Explained[]> {
  if (organization !== undefined) await checkOrganization(reader, organization);
  const finding =
    organization === undefined ? accessTaskAnywhere(reader, task) : accessTask(reader.of(organization), task);
  const found = await finding.catch((error: unknown) => {
    throw error instanceof DispatchError ? new CommandError(error.message) : error;
  });
  return decisionsOn(reader.of(found.organizationId), found.id);
}

/** @throws {CommandError} for an unknown person or organization, and for what is no narrow */
export async function explain(
  services: Services,
  { organization, email, narrow, limit }: { organization: string; email: string; narrow: string; limit: number },
): ReturnType<typeof explainNarrow> {
  await checkOrganization(services.database.reader, organization);
  const userId = await userIdByEmail(services, organization, email);
  const user = (await findUserById(services.state.of(organization), userId))!;
  try {
    const caller = { organizationId: organization, userId: user.id, role: user.role };
    const terms: unknown = JSON.parse(narrow);
    if (!Array.isArray(terms)) throw new CommandError('The narrow must be a list.');
    return await explainNarrow(services, caller, terms, limit);
  } catch (error) {
    if (error instanceof ChatError || error instanceof SyntaxError) throw new CommandError(error.message);
    throw error;
  }
}
