import { roundedDistance } from '../../../rules/rounded-distance.ts';
import type { TaskCommand } from '../../../rules/task-command.ts';
import { distance } from '../../dispatch/geography/distance.ts';
import type { KeyCaller } from '../../dispatch/http/caller.ts';
import { doPlaceTasks } from '../../dispatch/tasks/assign.ts';
import type { Task } from '../../dispatch/tasks/present.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { openingOf, plainText, timeText } from '../bot/lines.ts';
import type { BotTexts } from '../bot/texts.ts';
import { lastPosition, workersCalled } from './queries.ts';

/** An older position says nothing of where a worker is. */
const FRESH_MS = 3_600_000;

/** Subject and author of a command. */
export interface CommandContext {
  tx: Tx;
  caller: KeyCaller;
  task: Task;
  /** The name of the task's worker. */
  worker: string | null;
  texts: BotTexts;
  publicUrl: string;
}

/**
 * Carries a command out; gives the bot's answer, empty where it reports the change anyhow.
 * @throws {DispatchError} what the dispatch side refuses
 */
export function answerCommand(context: CommandContext, { name, argument }: TaskCommand): Promise<string> {
  if (name === 'assign') return assign(context, argument);
  if (name === 'where') return where(context);
  return Promise.resolve(name === 'eta' ? eta(context) : describe(context));
}

async function assign(
  { tx, caller, task, texts: { commands }, publicUrl }: CommandContext,
  name: string,
): Promise<string> {
  if (name === '') return commands.whom;
  const { sight } = caller;
  const found = await workersCalled(tx, name.replace(/^@/, ''), sight.teams);
  const exact = found.filter(({ isExact }) => isExact);
  const [worker, ...others] = exact.length > 0 ? exact : found;
  if (!worker) return commands.nobody({ name: plainText(name) });
  if (others.length > 0)
    return commands.several({ names: [worker, ...others].map((each) => plainText(each.name)).join(', ') });
  if (task.worker === worker.id) return commands.assigned({ worker: plainText(worker.name) });
  const owner = { type: 'WORKER' as const, id: worker.id };
  await doPlaceTasks(tx, { caller, publicUrl }, { owner, tasks: [task.id], place: 'end' });
  return '';
}

async function where({ tx, task, worker, texts: { commands } }: CommandContext): Promise<string> {
  if (!task.worker || worker === null) return commands.noWorker;
  const since = new Date(tx.now.getTime() - FRESH_MS);
  const last = await lastPosition(tx, task.worker, since);
  if (!last) return commands.noPosition({ worker: plainText(worker) });
  const place = `\`${last.lat.toFixed(5)}, ${last.lon.toFixed(5)}\``;
  const metres = distance([last.lon, last.lat], task.destination.location as [number, number]);
  return `${commands.position({ worker: plainText(worker), at: timeText(last.at), place })}\n${commands.away(roundedDistance(metres))}`;
}

function eta({ task, texts: { commands } }: CommandContext): string {
  const { estimatedArrivalTime: arrival, estimatedCompletionTime: done, delayTime } = task;
  if (arrival === null || done === null) return commands.noEta;
  const late = delayTime === null ? 0 : Math.round(delayTime / 60);
  return [
    commands.eta({ arrival: timeText(arrival), done: timeText(done) }),
    ...(late > 0 ? [commands.late({ minutes: late })] : []),
  ].join('\n');
}

function describe(context: CommandContext): string {
  const { task, worker, texts, publicUrl } = context;
  return [
    `${openingOf(texts, task, publicUrl)} (${texts.commands.states[task.state]})`,
    worker === null ? texts.commands.noWorker : texts.commands.worker({ name: plainText(worker) }),
    ...(task.state === 1 || task.state === 2 ? [eta(context)] : []),
  ].join('\n');
}
