import { Refusal } from '../../../shared/session/request.ts';
import type { CreateTasksAnswer } from '../../../store/wire/dispatch.ts';
import { requestWithRetries } from '../../data/request-with-retries.ts';
import type { CheckedLine } from './check-lines.ts';
import type { Decided } from './decided.ts';
import { resumedUntil } from './imported-files.ts';

/** Part of the 500 that `POST /tasks/batch` takes, to show progress. */
const LINES_AT_ONCE = 100;

export interface Sent {
  /** Lines whose tasks are there, or were refused. */
  done: number;
  /** The IDs of the tasks that are there. */
  ids: readonly string[];
  refused: readonly { line: CheckedLine; reason: string }[];
}

export const nothingSent: Sent = { done: 0, ids: [], refused: [] };

/**
 * Creates tasks, part after part, from where it stopped. Each part has a key of its own, so that a try after a lost answer, also that
 * of another day's page, is given the answer of then.
 * @throws where the server does not answer, or may not know the keys any more: nothing is sent then
 */
export async function sendLines(
  { lines, key, begun }: Decided,
  from: Sent,
  onProgress: (sent: Sent) => void,
): Promise<Sent> {
  let sent = from;
  while (sent.done < lines.length) {
    if (Date.now() >= resumedUntil(begun)) throw new Error('begun too long ago');
    const part = lines.slice(sent.done, sent.done + LINES_AT_ONCE);
    sent = added(sent, part, await sendPart(part, `${key}-${sent.done}`, resumedUntil(begun)));
    onProgress(sent);
  }
  return sent;
}

async function sendPart(
  part: readonly CheckedLine[],
  idempotencyKey: string,
  until: number,
): Promise<CreateTasksAnswer | Refusal> {
  const body = { tasks: part.map(({ task }) => task) };
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
  const waiting = [...part];
  const refused = answer.errors.map(({ error, task }) => {
    const text = JSON.stringify(task);
    const at = waiting.findIndex((line) => JSON.stringify(line.task) === text);
    return { line: waiting.splice(Math.max(0, at), 1)[0]!, reason: error.cause };
  });
  return {
    done,
    ids: [...before.ids, ...answer.tasks.map(({ id }) => id)],
    refused: [...before.refused, ...refused],
  };
}
