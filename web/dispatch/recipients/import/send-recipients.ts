import { Refusal } from '../../../shared/session/request.ts';
import type { CreateRecipientsAnswer } from '../../../store/wire/dispatch.ts';
import { requestWithRetries } from '../../data/request-with-retries.ts';
import type { CheckedRecipient } from './check-recipients.ts';

const LINES_AT_ONCE = 250;

/** Progress of an import of recipients. */
export interface SentRecipients {
  /** Lines with an answer. */
  done: number;
  created: number;
  changed: number;
  refused: readonly { line: CheckedRecipient; reason: string }[];
}

export const noneSent: SentRecipients = { done: 0, created: 0, changed: 0, refused: [] };

/**
 * Creates and updates recipients, part after part, from where it stopped. Each part has a key of its own, so that a try after
 * a lost answer is given the answer of then. @throws where the server does not answer
 */
export async function sendRecipients(
  { lines, key, onlyNew }: { lines: readonly CheckedRecipient[]; key: string; onlyNew: boolean },
  from: SentRecipients,
  onProgress: (sent: SentRecipients) => void,
): Promise<void> {
  let sent = from;
  while (sent.done < lines.length) {
    const part = lines.slice(sent.done, sent.done + LINES_AT_ONCE);
    sent = added(sent, part, await sendPart(part, onlyNew, `${key}-${sent.done}`));
    onProgress(sent);
  }
}

async function sendPart(
  part: readonly CheckedRecipient[],
  onlyNew: boolean,
  idempotencyKey: string,
): Promise<CreateRecipientsAnswer | Refusal> {
  const body = { recipients: part.map(({ recipient }) => recipient), onlyNew };
  try {
    return await requestWithRetries('/api/v2/recipients/batch', { method: 'POST', body, idempotencyKey });
  } catch (error) {
    // The whole part was refused, for good: nothing of it is there.
    if (error instanceof Refusal && error.status < 500 && error.status !== 429 && error.status !== 412) return error;
    throw error;
  }
}

function added(
  before: SentRecipients,
  part: readonly CheckedRecipient[],
  answer: CreateRecipientsAnswer | Refusal,
): SentRecipients {
  const done = before.done + part.length;
  if (answer instanceof Refusal)
    return { ...before, done, refused: [...before.refused, ...part.map((line) => ({ line, reason: answer.message }))] };
  const count = (wanted: string) => answer.results.filter(({ outcome }) => outcome === wanted).length;
  const refused = answer.results.flatMap(({ error }, n) => (error ? [{ line: part[n]!, reason: error.cause }] : []));
  return {
    done,
    created: before.created + count('created'),
    changed: before.changed + count('changed'),
    refused: [...before.refused, ...refused],
  };
}
