import { Refusal } from '../../shared/session/request.ts';
import { requestWithRetries } from '../data/request-with-retries.ts';
import type { CheckedPerson, ListedPeopleAnswer, ListOfPeople } from './people-list.ts';

/** Progress of an import of people. */
export interface SentPeople {
  /** Lines with an answer. */
  done: number;
  created: number;
  changed: number;
  refused: readonly { line: CheckedPerson; reason: string }[];
}

export const noneSent: SentPeople = { done: 0, created: 0, changed: 0, refused: [] };

/** Batches of a kind of list. */
type Batches = Pick<ListOfPeople<string>, 'path' | 'member' | 'sentAtOnce'>;

/**
 * Creates and updates people, part after part, from where it stopped. Each part has a key of its own, so that a try after
 * a lost answer is given the answer of then. @throws where the server does not answer
 */
export async function sendPeople(
  list: Batches,
  { lines, key, onlyNew }: { lines: readonly CheckedPerson[]; key: string; onlyNew: boolean },
  from: SentPeople,
  onProgress: (sent: SentPeople) => void,
): Promise<void> {
  let sent = from;
  while (sent.done < lines.length) {
    const part = lines.slice(sent.done, sent.done + list.sentAtOnce);
    sent = added(sent, part, await sendPart(list, part, onlyNew, `${key}-${sent.done}`));
    onProgress(sent);
  }
}

async function sendPart(
  { path, member }: Batches,
  part: readonly CheckedPerson[],
  onlyNew: boolean,
  idempotencyKey: string,
): Promise<ListedPeopleAnswer | Refusal> {
  const body = { [member]: part.map(({ person }) => person), onlyNew };
  try {
    return await requestWithRetries(path, { method: 'POST', body, idempotencyKey });
  } catch (error) {
    // The whole part was refused, for good: nothing of it is there.
    if (error instanceof Refusal && error.status < 500 && error.status !== 429 && error.status !== 412) return error;
    throw error;
  }
}

function added(before: SentPeople, part: readonly CheckedPerson[], answer: ListedPeopleAnswer | Refusal): SentPeople {
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
