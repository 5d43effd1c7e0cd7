import assert from 'node:assert/strict';
import { type Json, readDocument } from '../../scripts/clients/documents.ts';
import type { Examples } from '../../src/platform/http/examples.ts';
import type { TestServer } from '../harness/server.ts';
import type { StableExamples } from './stable.ts';

type Example = Examples['operations'][string];

/** Parameters and body of a call. */
export interface Call {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** File that is sent: in a form of the chat API, as the whole body of the dispatch API. */
  file?: SentFile;
  /** Makes headers that prove who sends it. @param url the whole address @param text the body as it is sent */
  sign?: (url: string, text: string) => Record<string, string>;
}

export interface SentFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Whether the data of an event is what is waited for. */
// biome-ignore lint/suspicious/noExplicitAny: events of all streams
type IsWanted = (data: any) => boolean;

/** For streams whose first event of a kind is wanted. */
export const anyEvent: IsWanted = () => true;

/** Time after which an answer that has not ended does not come. */
const LONGEST_MS = 30_000;

interface Answer {
  status: number;
  type: string;
  text: string;
}

/** Calls operations of one API by their IDs, and records the first call of each. */
export class Recorder {
  readonly #document: Json;
  readonly #base: string;
  readonly #isChat: boolean;
  readonly #stable: StableExamples;
  #operations = new Map<string, Example>();
  #errors = new Map<string, unknown>();
  #webhooks = new Map<string, unknown>();
  #events = new Map<string, unknown>();
  readonly #start: (authorization: string, server?: TestServer) => Recorder;
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
    this.#start = (other, at = server) => new Recorder(at, api, document, { authorization: other, stable });
    this.authorization = authorization;
  }

  static async start(
    server: TestServer,
    api: 'chat' | 'dispatch',
    of: { authorization: string; stable: StableExamples },
  ): Promise<Recorder> {
    return new Recorder(server, api, await readDocument(api), of);
  }

  /** The examples in the order of their names, as text that is the same each time. */
  get text(): string {
    const examples: Examples = {
      operations: sorted(this.#operations),
      errors: sorted(this.#errors),
      webhooks: sorted(this.#webhooks),
      events: sorted(this.#events),
    };
    return `${JSON.stringify(examples, null, 1)}\n`;
  }

  /**
   * Calls an operation, which must succeed.
   * @param given of a path and a query, and a body: form members of the chat API
   */
  // biome-ignore lint/suspicious/noExplicitAny: answers of all operations
  async call(id: string, given: Call = {}): Promise<any> {
    const answer = await this.send(id, given);
    this.#record(id, given, { answer });
    return answer;
  }

  /** Calls an operation, which must be refused: the error is recorded by its code. */
  async refuse(id: string, given: Call, code: string | number): Promise<void> {
    this.#recordError(id, await this.#ask(id, given), code);
  }

  /** Sends a request that no operation has, which must be refused: the error is recorded by its code. */
  async refuseRequest(path: string, { headers, ...request }: RequestInit, code: string | number): Promise<void> {
    const response = await fetch(`${this.#base}${path}`, {
      ...request,
      headers: { authorization: this.authorization, ...(headers as Record<string, string>) },
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    this.#recordError(path, await answerOf(response), code);
  }

  #recordError(from: string, { status, text }: Answer, code: string | number): void {
    const answer = JSON.parse(text);
    assert.equal(String(this.#isChat ? answer.code : answer.message?.error), String(code), `${from} answers ${text}`);
    assert.ok(status >= 400);
    if (!this.#errors.has(String(code))) this.#errors.set(String(code), this.#stable.example(String(code), answer));
  }

  /** Calls an operation that always refuses: its request is recorded, and the error. */
  async callRefused(id: string, given: Call, code: string | number): Promise<void> {
    await this.refuse(id, given, code);
    this.#record(id, given, { refused: String(code) });
  }

  /**
   * Reads a stream until it has had an event of each kind: its data is recorded.
   * @param wanted which event of a kind it is
   * @param act what is done once the stream is open
   */
  async stream(id: string, given: Call, wanted: Record<string, IsWanted>, act?: () => Promise<void>): Promise<void> {
    const response = await this.#fetch(id, given);
    assert.equal(response.status, 200, id);
    await act?.();
    const found: Record<string, unknown> = {};
    let text = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const kind = /^event: (.*)$/m.exec(block)?.[1] ?? 'message';
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (data !== undefined && wanted[kind]?.(JSON.parse(data))) found[kind] ??= JSON.parse(data);
      }
      if (Object.keys(wanted).every((kind) => kind in found)) break;
    }
    const answer = Object.fromEntries(Object.keys(wanted).map((kind) => [kind, found[kind]]));
    this.#record(id, given, { answer });
  }

  /** Records what a webhook was sent, by the name of its trigger. */
  recordWebhook(trigger: string, body: unknown): void {
    if (!this.#webhooks.has(trigger)) this.#webhooks.set(trigger, this.#stable.example(`webhook ${trigger}`, body));
  }

  /** Records an event of a queue, by its type and what was done (`stream/create`). */
  recordEvent(kind: string, event: unknown): void {
    if (!this.#events.has(kind)) this.#events.set(kind, this.#stable.example(`event ${kind}`, event));
  }

  /** Returns a recorder of the same examples that calls as somebody else. @param server where that is another */
  as(authorization: string, server?: TestServer): Recorder {
    const other = this.#start(authorization, server);
    other.#operations = this.#operations;
    other.#errors = this.#errors;
    other.#webhooks = this.#webhooks;
    other.#events = this.#events;
    return other;
  }

  /** Calls an operation without recording it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of all operations
  async send(id: string, given: Call = {}): Promise<any> {
    const { status, type, text } = await this.#ask(id, given);
    assert.ok(status < 300, `${id} answers ${status}: ${text}`);
    if (text === '') return undefined;
    if (!type.startsWith('application/json')) return text;
    const answer = JSON.parse(text);
    this.#stable.note(answer);
    return answer;
  }

  #record(id: string, { path, query, body, file }: Call, end: Pick<Example, 'answer' | 'refused'>): void {
    if (this.#operations.has(id)) return;
    const example = { path, query, body, ...(file && { file: file.name }), ...end };
    this.#operations.set(id, this.#stable.example(id, JSON.parse(JSON.stringify(example))) as Example);
  }

  async #ask(id: string, given: Call): Promise<Answer> {
    return answerOf(await this.#fetch(id, given));
  }

  #fetch(id: string, { path: parts = {}, query = {}, body, file, sign }: Call): Promise<Response> {
    const [path, method] = this.#find(id);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parts[name]!));
    const search = formOf(query);
    const url = `${this.#base}${filled}${search.size > 0 ? `?${search}` : ''}`;
    const text = this.#isChat || body === undefined ? '' : JSON.stringify(body);
    const form = this.#isChat && body !== undefined && formOf(body as object);
    const isJson = text !== '';
    return fetch(url, {
      method: method.toUpperCase(),
      headers: {
        ...(this.authorization && { authorization: this.authorization }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(file && !this.#isChat ? { 'content-type': file.type } : {}),
        ...sign?.(url, text),
      },
      ...(isJson ? { body: text } : form ? { body: form } : {}),
      ...(file && { body: this.#isChat ? multipartOf(file) : new Uint8Array(file.bytes) }),
      signal: AbortSignal.timeout(LONGEST_MS),
    });
  }

  #find(id: string): [string, string] {
    for (const [path, methods] of Object.entries<Json>(this.#document.paths))
      for (const [method, operation] of Object.entries<Json>(methods))
        if (operation.operationId === id) return [path, method];
    throw new Error(`There is no operation ${id}.`);
  }
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
}

function multipartOf({ name, type, bytes }: SentFile): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}

const sorted = <Value>(map: ReadonlyMap<string, Value>): Record<string, Value> =>
  Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));

/** Texts as they are, everything else as JSON text. */
function formOf(params: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
}
