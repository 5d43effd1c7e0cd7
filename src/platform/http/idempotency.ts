import { createHash } from 'node:crypto';
import type { SecretBox } from '../credentials/secret-box.ts';
import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { TablePart } from '../db/table-part.ts';
import type { PlainTx } from '../db/tx.ts';

/** Time for which an answer is repeated. */
const KEEP_HOURS = 24;
const MAX_KEY_LENGTH = 255;

/** A request that carried an `Idempotency-Key`. */
export interface IdempotentRequest {
  /** Empty for requests before sign-in. */
  organizationId: string;
  /** Caller: equal keys of two callers are different. */
  caller: string;
  key: string;
  /** Digest of method, path and parameters. */
  hash: Buffer;
}

/** An answer as it went out. */
export interface StoredAnswer {
  status: number;
  body: string;
}

/** The same key came with another request, or the key itself is unusable. Safe to show. */
export class IdempotencyError extends Error {}

/**
 * Reads the header of a request that changes something.
 * @param request method, path and the parameters in a form that is equal for equal requests
 * @throws {IdempotencyError} when the key is empty, longer than 255 characters or not printable ASCII
 */
export function idempotentRequest(
  header: string | string[] | undefined,
  caller: { organizationId: string; caller: string },
  request: { method: string; path: string; parameters: string },
): IdempotentRequest | undefined {
  if (header === undefined || request.method === 'GET') return undefined;
  const key = String(header);
  if (key.length > MAX_KEY_LENGTH || !/^[\x21-\x7e][\x20-\x7e]*$/.test(key)) {
    throw new IdempotencyError(`Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} printable characters`);
  }
  const hash = createHash('sha256').update(`${request.method} ${request.path}\n${request.parameters}`).digest();
  return { ...caller, key, hash };
}

interface AnswerRow {
  request_hash: Buffer;
  status: number | null;
  body: Buffer | null;
}

/** Stores and finds answers; bodies are sealed, since some hold keys. */
export class IdempotentAnswers {
  readonly #secrets: SecretBox;

  constructor(secrets: SecretBox) {
    this.#secrets = secrets;
  }

  /** The answer that was given before, if any. */
  async find(reader: PlainReader, request: IdempotentRequest, now: Date): Promise<StoredAnswer | undefined> {
    const row = await reader.first(sql<AnswerRow>`
      select request_hash, status, body from platform.idempotent_answers
      where organization_id = ${request.organizationId} and caller = ${request.caller} and key = ${request.key}
        and at > ${oldest(now)}`);
    return row && this.#open(row, request);
  }

  /**
   * Answers a request once: the first time by `work`, in its transaction, after that with the answer of that time.
   * @param request undefined when it carried no key: then it is simply answered
   * @throws {IdempotencyError} when the key came with another request before
   */
  async once(
    tx: PlainTx,
    request: IdempotentRequest | undefined,
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> {
    if (!request) return work();
    const earlier = await this.claim(tx, request);
    if (earlier) return earlier;
    const answer = await work();
    await this.store(tx, request, answer);
    return answer;
  }

  /**
   * Takes the key for this transaction. A second request of the same key waits here until the first has committed,
   * and then gets its answer.
   */
  async claim(tx: PlainTx, request: IdempotentRequest): Promise<StoredAnswer | undefined> {
    const claimed = await tx.run(sql`
      insert into platform.idempotent_answers as known (organization_id, caller, key, request_hash, at)
      values (${request.organizationId}, ${request.caller}, ${request.key}, ${request.hash}, ${tx.now})
      on conflict (organization_id, caller, key) do update
        set request_hash = excluded.request_hash, at = excluded.at, status = null, body = null
        where known.at <= ${oldest(tx.now)}`);
    if (claimed > 0) return undefined;
    const answer = await this.find(tx, request, tx.now);
    if (!answer) throw new Error('an idempotency key was used but has no stored response');
    return answer;
  }

  /** Keeps the answer, in the transaction of the change that it reports. */
  async store(tx: PlainTx, request: IdempotentRequest, answer: StoredAnswer): Promise<void> {
    await tx.run(sql`
      update platform.idempotent_answers set status = ${answer.status}, body = ${this.#secrets.seal(answer.body)}
      where organization_id = ${request.organizationId} and caller = ${request.caller} and key = ${request.key}`);
  }

  #open(row: AnswerRow, request: IdempotentRequest): StoredAnswer {
    if (!row.request_hash.equals(request.hash)) {
      throw new IdempotencyError('This Idempotency-Key was already used with another request');
    }
    if (row.status === null || row.body === null)
      throw new Error('an idempotency key was used but has no stored response');
    return { status: row.status, body: this.#secrets.open(row.body) };
  }
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - KEEP_HOURS * 3_600_000);
}

/** Deletes answers that are no longer given again. */
export function deleteOldAnswers(tx: PlainTx, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from platform.idempotent_answers where ctid >= ${from}::tid and ctid < ${upTo}::tid and at <= ${oldest(tx.now)}`);
}
