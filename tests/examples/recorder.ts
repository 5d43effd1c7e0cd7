import assert from 'node:assert/strict';
import { type Json, readDocument } from '../../scripts/clients/documents.ts';
import type { TestServer } from '../harness/server.ts';
import type { StableExamples } from './stable.ts';

/** Request and answer of an operation. */
export interface Example {
  path?: object;
  query?: object;
  body?: unknown;
  answer?: unknown;
}

/** Parameters and body of a call. */
export interface Call {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Calls operations of one API by their IDs, and records the first call of each. */
export class Recorder {
  readonly #document: Json;
  readonly #base: string;
  readonly #isChat: boolean;
  readonly #stable: StableExamples;
  #recorded = new Map<string, Example>();
  readonly #start: (authorization: string) => Recorder;
  readonly authorization: string;

  private constructor(
    server: TestServer,
    api: 'chat' | 'dispatch',
    document: Json,
    { authorization, stable }: { authorization: string; stable: StableExamples },
  ) {
    this.#isChat = api === 'chat';
    this.#document = document;
    this.#base = `${server.url}${document.servers[0].url}`;
    this.#stable = stable;
    this.#start = (other) => new Recorder(server, api, document, { authorization: other, stable });
    this.authorization = authorization;
  }

  static async start(
    server: TestServer,
    api: 'chat' | 'dispatch',
    of: { authorization: string; stable: StableExamples },
  ): Promise<Recorder> {
    return new Recorder(server, api, await readDocument(api), of);
  }

  /** The examples by operation, in the order of the IDs, as text that is the same each time. */
  get text(): string {
    const sorted = [...this.#recorded].sort(([one], [other]) => (one < other ? -1 : 1));
    return `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`;
  }

  /**
   * Calls an operation, which must succeed.
   * @param given of a path and a query, and a body: form members of the chat API
   */
  // biome-ignore lint/suspicious/noExplicitAny: answers of all operations
  async call(id: string, given: Call = {}): Promise<any> {
    const answer = await this.send(id, given);
    if (!this.#recorded.has(id)) {
      const { path, query, body } = given;
      this.#recorded.set(id, this.#stable.of(JSON.parse(JSON.stringify({ path, query, body, answer }))) as Example);
    }
    return answer;
  }

  /** Returns a recorder of the same examples that calls as somebody else. */
  as(authorization: string): Recorder {
    const other = this.#start(authorization);
    other.#recorded = this.#recorded;
    return other;
  }

  /** Calls an operation without recording it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of all operations
  async send(id: string, given: Call = {}): Promise<any> {
    const [path, method] = this.#find(id);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(given.path![name]!));
    const query = formOf(given.query ?? {});
    const isForm = this.#isChat && given.body !== undefined;
    const response = await fetch(`${this.#base}${filled}${query.size > 0 ? `?${query}` : ''}`, {
      method: method.toUpperCase(),
      headers: {
        authorization: this.authorization,
        ...(given.body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(given.body === undefined ? {} : { body: isForm ? formOf(given.body as object) : JSON.stringify(given.body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${id} answers ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  #find(id: string): [string, string] {
    for (const [path, methods] of Object.entries<Json>(this.#document.paths))
      for (const [method, operation] of Object.entries<Json>(methods))
        if (operation.operationId === id) return [path, method];
    throw new Error(`There is no operation ${id}.`);
  }
}

/** Texts as they are, everything else as JSON text. */
function formOf(params: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
}
