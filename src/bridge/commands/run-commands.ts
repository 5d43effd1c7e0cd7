import { parseTaskCommand, unknownCommand } from '../../../rules/task-command.ts';
import { DispatchError } from '../../dispatch/http/errors.ts';
import { accessTask } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { workersById } from '../../dispatch/workers/access.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { doQueuePosts } from '../bot/actions.ts';
import { type BotTexts, botTexts } from '../bot/texts.ts';
import { COMMANDS_QUEUE } from './actions.ts';
import { answerCommand } from './answer.ts';
import { authorizeCommand } from './authority.ts';
import { type CommandRow, nextCommands, takeCommand } from './queries.ts';

const MAX_AT_ONCE = 50;

/** Identity of a waiting command. */
type Waiting = Pick<CommandRow, 'organizationId' | 'messageId'>;

/**
 * Carries out what was typed into tasks' topics: the change, the answer and the end of the command are one transaction, so each is
 * carried out once.
 */
export const runCommands = defineJob({
  queue: COMMANDS_QUEUE,
  // For what was left in the hands of a process that died.
  cron: '* * * * *',
  expireInSeconds: 600,
  retryLimit: 3,
  retryDelay: 5,
  concurrency: 1,
  async handle(services, _data, signal) {
    const tried = new Set<string>();
    for (;;) {
      const waiting = await nextCommands(services.database.reader, MAX_AT_ONCE);
      const next = waiting.filter(({ organizationId, messageId }) => !tried.has(`${organizationId} ${messageId}`));
      if (next.length === 0 || signal.aborted) return;
      for (const command of next) {
        tried.add(`${command.organizationId} ${command.messageId}`);
        await run(services, command);
      }
    }
  },
});

async function run(services: Services, waiting: Waiting): Promise<void> {
  const { database } = services;
  const doAnswer = (answer: (tx: Tx, command: CommandRow, texts: BotTexts) => Promise<string>) =>
    database.transaction(
      async (tx) => {
        const command = await takeCommand(tx, waiting.messageId);
        if (!command) return;
        const { organizationId, taskId } = command;
        const text = await answer(tx, command, botTexts((await findOrganization(tx, organizationId))!.language));
        if (text !== '') await doQueuePosts(tx, [{ taskId, kind: 'say', opening: '', text }]);
      },
      { organizationId: waiting.organizationId },
    );
  try {
    await doAnswer((tx, command, texts) => carryOut(tx, services, command, texts));
  } catch (error) {
    if (!(error instanceof DispatchError)) throw error;
    const reason = typeof error.shown === 'string' ? error.shown : error.message;
    await doAnswer(async (_tx, _command, { commands }) =>
      error.number === 1402 ? commands.gone : commands.failed({ reason }),
    );
  }
}

async function carryOut(tx: Tx, services: Services, command: CommandRow, texts: BotTexts): Promise<string> {
  const { organizationId, taskId, content } = command;
  const unknown = unknownCommand(content);
  if (unknown !== undefined) return texts.commands.unknown({ name: unknown });
  const caller = await authorizeCommand(tx, services, command, texts.commands);
  if (typeof caller === 'string') return caller;
  const row = await accessTask(tx, taskId);
  const publicUrl = await organizationUrl(services, organizationId);
  const [task] = await presentTasks(tx, [row], { publicUrl, now: tx.now });
  const worker = row.workerId && (await workersById(tx, [row.workerId])).get(row.workerId);
  const name = worker ? worker.displayName || worker.name : null;
  return answerCommand({ tx, caller, task: task!, worker: name, texts, publicUrl }, parseTaskCommand(content)!);
}
