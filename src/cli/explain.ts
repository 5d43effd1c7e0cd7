import type { Command } from 'commander';
import { ChatError } from '../chat/http/errors.ts';
import { explainNarrow } from '../chat/messages/query/explain-narrow.ts';
import { findUserById } from '../chat/users/access.ts';
import type { Config } from '../platform/config.ts';
import type { UserId } from '../platform/ids.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkWholeNumber } from './input.ts';
import { checkOrganization, userIdByEmail } from './people.ts';

/** `explain narrow`: how PostgreSQL finds what a client asks for. */
export function addExplainCommands(program: Command, config: Config): void {
  program
    .command('explain')
    .description('Shows how an answer comes about.')
    .command('narrow')
    .description("The statements of a narrow's newest messages and their plans; they are run, nothing is changed.")
    .argument('<narrow>', 'as clients send it, as in \'[{"operator":"is","operand":"starred"}]\'')
    .requiredOption('--organization <id>')
    .requiredOption('--email <email>', 'whose messages')
    .option('--limit <n>', 'how many messages', '100')
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

/** @throws {CommandError} for an unknown person or organization, and for what is no narrow */
export async function explain(
  services: Services,
  { organization, email, narrow, limit }: { organization: string; email: string; narrow: string; limit: number },
): ReturnType<typeof explainNarrow> {
  await checkOrganization(services.database.reader, organization);
  const userId = await userIdByEmail(services, organization, email);
  const user = (await findUserById(services.state, organization, userId))!;
  try {
    const caller = { organizationId: organization, userId: user.id as UserId, role: user.role };
    const terms: unknown = JSON.parse(narrow);
    if (!Array.isArray(terms)) throw new CommandError('A narrow is a list.');
    return await explainNarrow(services, caller, terms, limit);
  } catch (error) {
    if (error instanceof ChatError || error instanceof SyntaxError) throw new CommandError(error.message);
    throw error;
  }
}
