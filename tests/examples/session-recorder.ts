import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Json } from '../../scripts/clients/documents.ts';
import type { Examples } from '../../src/platform/http/examples.ts';
import type { SessionBrowser } from '../harness/session-browser.ts';
import type { StableExamples } from './stable.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../../docs/openapi/session.json');

/** Parameters and body of a call. */
interface Call {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

/** Calls operations of the session API as browsers do, and records the first call of each. */
export class SessionRecorder {
  readonly #document: Json;
  readonly #stable: StableExamples;
  readonly #operations: Record<string, Examples['operations'][string]> = {};
  readonly #errors: Record<string, unknown> = {};

  private constructor(document: Json, stable: StableExamples) {
    this.#document = document;
    this.#stable = stable;
  }

  static async start(stable: StableExamples): Promise<SessionRecorder> {
    return new SessionRecorder(JSON.parse(await readFile(DOCUMENT, 'utf8')), stable);
  }

  /** The examples in the order of their names, as text that is the same each time. */
  get text(): string {
    const examples: Examples = {
      operations: sorted(this.#operations),
      errors: sorted(this.#errors),
      webhooks: {},
      events: {},
    };
    return `${JSON.stringify(examples, null, 1)}\n`;
  }

  /** Calls an operation, which must succeed. */
  async call(browser: SessionBrowser, id: string, given: Call = {}): Promise<Json> {
    const { status, text, json } = await this.#ask(browser, id, given);
    assert.ok(status < 300, `${id} answers ${status}: ${text}`);
    const { path: parts, query, body } = given;
    this.#operations[id] ??= this.#stable.example(`session ${id}`, {
      path: parts,
      query,
      body,
      answer: json,
    }) as object;
    return json;
  }

  /** Calls an operation, which must be refused: the error is recorded by its code. */
  async refuse(browser: SessionBrowser, id: string, given: Call, code: string, headers = {}): Promise<Json> {
    const { json, text } = await this.#ask(browser, id, given, headers);
    this.recordError(json, code, `${id} answers ${text}`);
    return json;
  }

  /** Records an error that no operation answers with. */
  recordError(json: Json, code: string, message = code): void {
    assert.equal(json?.code, code, message);
    this.#errors[code] ??= this.#stable.example(`session ${code}`, json);
  }

  /** Records the events of a stream by their names. */
  recordStream(id: string, text: string): void {
    const frames = [...text.matchAll(/^event: (.*)\ndata: (.*)\n$/gm)];
    this.#operations[id] = { answer: Object.fromEntries(frames.map(([, name, data]) => [name, JSON.parse(data!)])) };
  }

  #ask(browser: SessionBrowser, id: string, { path: parts = {}, query = {}, body }: Call, headers = {}) {
    const { paths, servers } = this.#document;
    for (const [at, methods] of Object.entries<Json>(paths))
      for (const [method, operation] of Object.entries<Json>(methods)) {
        if (operation.operationId !== id) continue;
        const filled = at.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parts[name]!));
        const base = (operation.servers ?? servers)[0].url;
        const search = new URLSearchParams(query);
        const address = `${base}${filled === '/' ? '' : filled}${search.size > 0 ? `?${search}` : ''}`;
        return browser.request(method.toUpperCase(), address, body, headers);
      }
    throw new Error(`There is no operation ${id}.`);
  }
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
