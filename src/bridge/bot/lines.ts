import { formatAddress } from '../../../rules/format-address.ts';
import { Trigger } from '../../../rules/webhook-triggers.ts';
import { inlineText } from '../../chat/notices/names.ts';
import type { ActionContext } from '../../dispatch/http/caller.ts';
import type { Task } from '../../dispatch/tasks/present.ts';
import type { BotTexts } from './texts.ts';

/** Fields of a task's log event that the bot reads. */
export interface TaskNews {
  at: Date;
  trigger: number;
  by: ActionContext | undefined;
  task: Task;
}

/** Names of workers and administrators that the bot knows, by ID. */
export type Names = ReadonlyMap<string, string>;

type Details = Pick<
  Task['completionDetails'],
  'failureReason' | 'failureNotes' | 'unavailableAttachments' | 'signatureUploadId' | 'photoUploadIds'
> & { notes?: string; verifiedAge?: number | null; barcodes: number };

/** A time as each reader sees it in their own time zone. */
export const timeText = (at: Date | number) => `<time:${new Date(at).toISOString()}>`;

/**
 * Returns foreign text for use within a line: a name unchanged, and anything that could be more than words as code, so
 * that it mentions nobody and makes no link.
 */
export function plainText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return /^\p{L}[\p{L}\p{M}\p{N} .,'’()-]*$/u.test(line) && !/[.]\p{L}/u.test(line)
    ? `**${line}**`
    : inlineText(line || '–');
}

/** Returns the first message of a topic: the task, its destination and time, and a link to it. */
export function openingOf(texts: BotTexts, task: Task, publicUrl: string): string {
  const { shortId, pickupTask, recipients, overrides, destination, completeAfter, completeBefore } = task;
  // Without the name and the apartment, which the channel's readers do not need.
  const address = formatAddress({ ...destination.address, name: '', apartment: '' });
  const who = overrides.recipientName || recipients[0]?.name;
  const due = [
    completeAfter !== null && texts.windowFrom({ time: timeText(completeAfter) }),
    completeBefore !== null && texts.windowUntil({ time: timeText(completeBefore) }),
  ]
    .filter((each) => each !== false)
    .join(', ');
  return [
    [
      texts.task({ shortId }),
      pickupTask ? texts.pickup : texts.delivery,
      ...(who ? [plainText(who)] : []),
      plainText(address),
      ...(due ? [due] : []),
    ].join(' · '),
    `[${texts.openTask}](${taskUrl(publicUrl, task.id)})`,
  ].join('\n');
}

/** Returns the address of a task in the console. */
function taskUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/dispatch/board?task=${encodeURIComponent(id)}`;
}

/** Returns the bot's messages about an event; empty for most changes. */
export function linesOf(texts: BotTexts, news: TaskNews, names: Names, publicUrl: string): string[] {
  const { trigger, task } = news;
  const worker = nameIn(names, task.worker) ?? texts.dispatch;
  const by = news.by?.type === 'ADMIN' ? nameIn(names, news.by.id) : undefined;
  switch (trigger) {
    case Trigger.taskCreated:
    case Trigger.taskCloned:
      // A worker who is named at once is no event of its own; one who is chosen automatically is.
      return task.worker && !task.didAutoAssign
        ? [by ? texts.assignedBy({ worker, by }) : texts.assigned({ worker })]
        : [];
    case Trigger.taskStarted:
      return [texts.started({ worker, at: timeText(news.at) })];
    case Trigger.taskAssigned:
      return [by ? texts.assignedBy({ worker, by }) : texts.assigned({ worker })];
    case Trigger.taskUnassigned:
      return [by ? texts.unassignedBy({ by }) : texts.unassigned];
    case Trigger.taskCompleted:
    case Trigger.taskFailed:
      return completionLines(texts, news, names, publicUrl);
    case Trigger.taskDeleted:
      return [by ? texts.deletedBy({ by }) : texts.deleted];
    default:
      return reportLines(texts, news, names, publicUrl);
  }
}

const nameIn = (names: Names, id: string | null | undefined) => {
  const name = id && names.get(id);
  return name ? plainText(name) : undefined;
};

function completionLines(
  texts: BotTexts,
  { at, trigger, by, task }: TaskNews,
  names: Names,
  publicUrl: string,
): string[] {
  const { completionDetails: details, barcodes } = task;
  const who = nameIn(names, by?.type === 'API' ? undefined : by?.id) ?? texts.dispatch;
  const time = details.time ?? at.getTime();
  const textOf = trigger === Trigger.taskCompleted ? texts.completed : texts.failed;
  // Actions that a device stored offline arrive later than they were made.
  const isLate = at.getTime() - time > 60_000;
  return [
    textOf({ worker: who, at: timeText(time) }),
    ...(isLate ? [texts.received({ at: timeText(at) })] : []),
    ...detailLines(texts, { ...details, barcodes: barcodes?.captured.length ?? 0 }, taskUrl(publicUrl, task.id)),
  ];
}

/** Returns the lines for an update with late reports, the recipient's message or rating. */
function reportLines(texts: BotTexts, { at, task }: TaskNews, names: Names, publicUrl: string): string[] {
  const isOfNow = ({ time }: { time: number }) => time === at.getTime();
  const lines: string[] = [];
  for (const report of task.completionReports ?? []) {
    if (report.timeReceived !== at.getTime()) continue;
    const who = nameIn(names, report.worker) ?? texts.dispatch;
    lines.push(texts.reported({ worker: who, success: report.success, at: timeText(report.time) }));
    lines.push(...detailLines(texts, { ...report, barcodes: report.barcodes.length }, taskUrl(publicUrl, task.id)));
  }
  if (task.recipientMessage && isOfNow(task.recipientMessage))
    lines.push(`${texts.recipientSays}: ${plainText(task.recipientMessage.text)}`);
  for (const { rating, comments } of task.feedback.filter(isOfNow))
    lines.push(texts.recipientRates({ stars: rating }) + (comments ? `: ${plainText(comments)}` : ''));
  return lines;
}

function detailLines(texts: BotTexts, details: Details, url: string): string[] {
  const { failureReason, failureNotes, notes, photoUploadIds, signatureUploadId, verifiedAge } = details;
  const proofs = [
    ...(photoUploadIds?.length ? [texts.photos({ count: photoUploadIds.length })] : []),
    ...(signatureUploadId ? [texts.signature] : []),
    ...(details.barcodes > 0 ? [texts.barcodes({ count: details.barcodes })] : []),
    ...(typeof verifiedAge === 'number' ? [texts.age({ years: verifiedAge })] : []),
    ...(details.unavailableAttachments.length > 0
      ? [texts.missing({ count: details.unavailableAttachments.length })]
      : []),
  ];
  return [
    ...(failureReason !== 'NONE' ? [`${texts.reason}: ${plainText(failureReason)}`] : []),
    ...(failureNotes ? [`${texts.notes}: ${plainText(failureNotes)}`] : []),
    ...(notes ? [`${texts.notes}: ${plainText(notes)}`] : []),
    ...(proofs.length > 0 ? [`[${texts.proof}](${url}): ${proofs.join(', ')}`] : []),
  ];
}
