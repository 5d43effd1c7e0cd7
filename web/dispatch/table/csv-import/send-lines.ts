import { Refusal } from '../../../shared/session/request.ts';
import type { CreateTasksAnswer } from '../../../store/wire/dispatch.ts';
import { requestWithRetries } from '../../data/request-with-retries.ts';
import type { CheckedLine } from './check-lines.ts';
import type { Decided } from './decided.ts';

/** The server knows a key for 24 hours: lines that are wanted once more are not sent again after this time. */
const REPEATED_FOR_MS = 23 * 3600 * 1000;
/** Part of the 500 that `POST /tasks/batch` takes, to show progress. */
const LINES_AT_ONCE = 100;

export interface Sent {
  /** Lines whose tasks are there, or were refused. */
  done: number;
  /** The IDs of the tasks that are there. */
  ids: readonly string[];
  /** Lines that became tasks elsewhere after they were checked. */
  before: number;
  refused: readonly { line: CheckedLine; reason: string }[];
}

export const nothingSent: Sent = { done: 0, ids: [], before: 0, refused: [] };

/** Whether the lines can no longer be sent again without duplicates: the server recognises those that are new. */
export function isTooLate({ lines, begun }: Decided): boolean {
  return Date.now() >= begun + REPEATED_FOR_MS && lines.some(({ importedAt }) => importedAt !== undefined);
}

/**
 * Creates tasks, part after part, from where it stopped. Each part has a key of its own, so that a try after a lost answer is
 * given the answer of then. Lines that somebody else has imported in the meantime are left out by the server.
 * @throws where the server does not answer, or may not know the keys any more: nothing is sent then
 */
export async function sendLines(decided: Decided, from: Sent, onProgress: (sent: Sent) => void): Promise<Sent> {
  const { lines, key, begun } = decided;
  let sent = from;
  while (sent.done < lines.length) {
    if (isTooLate(decided)) throw new Error('begun too long ago');
    const part = lines.slice(sent.done, sent.done + LINES_AT_ONCE);
    sent = added(sent, part, await sendPart(part, `${key}-${sent.done}`, begun + REPEATED_FOR_MS));
    onProgress(sent);
  }
  return sent;
}

async function sendPart(
  part: readonly CheckedLine[],
  idempotencyKey: string,
  until: number,
): Promise<CreateTasksAnswer | Refusal> {
  const body = {
    tasks: part.map(({ task }) => task),
    lines: part.map(({ key, importedAt }) => ({ key, again: importedAt !== undefined })),
  };
  try {
    return await requestWithRetries<CreateTasksAnswer>('/api/v2/tasks/batch', {
      method: 'POST',
      body,
      idempotencyKey,
      until,
    });
  } catch (error) {
    // The whole part was refused, for good: nothing of it is there.
    if (error instanceof Refusal && error.status < 500 && error.status !== 429 && error.status !== 412) return error;
    throw error;
  }
}

function added(before: Sent, part: readonly CheckedLine[], answer: CreateTasksAnswer | Refusal): Sent {
  const done = before.done + part.length;
  if (answer instanceof Refusal)
    return { ...before, done, refused: [...before.refused, ...part.map((line) => ({ line, reason: answer.message }))] };
  // The answer gives refused tasks as they were sent, in their order.
  const known = new Set(answer.importedBefore);
  const waiting = part.filter((_, at) => !known.has(at));
  const refused = answer.errors.map(({ error, task }) => {
    const text = JSON.stringify(task);
    const at = waiting.findIndex((line) => JSON.stringify(line.task) === text);
    return { line: waiting.splice(Math.max(0, at), 1)[0]!, reason: error.cause };
  });
  return {
    done,
    before: before.before + known.size,
    ids: [...before.ids, ...answer.tasks.map(({ id }) => id)],
    refused: [...before.refused, ...refused],
  };
}
