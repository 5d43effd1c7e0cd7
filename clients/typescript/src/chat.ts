import createClient, { type Client } from 'openapi-fetch';
import { basic, withoutSlash } from './credentials.ts';
import { dataOf, successOf } from './errors.ts';
import { type EventOptions, EventReader } from './events.ts';
import type { Message, operations, paths } from './generated/chat.ts';
import { type RetryOptions, withRetries } from './retries.ts';

/** The calls of the chat API: `GET('/users')`, `POST('/messages', …)`. */
export type ChatCalls = Client<paths>;

/** Account of a person or bot, and how often requests are sent. */
export interface ChatOptions extends RetryOptions {
  /** Address of the server, without a path. */
  url: string;
  email: string;
  apiKey: string;
  /** A function in the place of `fetch`. */
  fetch?: typeof globalThis.fetch;
}

type MessageQuery = NonNullable<operations['fetch-messages']['parameters']['query']>;

/** Messages to read. */
export interface MessagesOptions extends Pick<MessageQuery, 'narrow' | 'apply_markdown'> {
  /** Where to begin, and the direction: older messages from `newest`, newer ones from `oldest` or after an ID. */
  from?: 'newest' | 'oldest' | { after: number } | { before: number };
  /** Messages in one request; 100 by default, at most 5000. */
  pageSize?: number;
  signal?: AbortSignal;
}

/** A client of the chat API. */
export interface ChatClient extends ChatCalls {
  /** Reads events as they happen. */
  events(options?: EventOptions): EventReader;
  /** Iterates over messages, page by page: from the newest to older ones unless `from` says otherwise. */
  messages(options?: MessagesOptions): AsyncGenerator<Message>;
  /** Uploads a file. Put its `url` into a message: `[name](url)`. */
  upload(file: Blob, name: string): Promise<operations['upload-file']['responses'][200]['content']['application/json']>;
  /** Downloads a file by the `url` that its upload or a message has. */
  download(url: string): Promise<Response>;
}

/** Makes a client of the chat API. */
export function createChatClient({ url, email, apiKey, fetch, ...retries }: ChatOptions): ChatClient {
  const site = withoutSlash(url);
  const authorization = basic(email, apiKey);
  const send = withRetries((request) => (fetch ?? globalThis.fetch)(asForm(request)), retries);
  const calls = createClient<paths>({
    baseUrl: `${site}/api/v1`,
    headers: { authorization },
    fetch: send,
    bodySerializer: (body: object | undefined) => (body instanceof FormData ? body : formOf(body ?? {})),
    querySerializer: (query) => formOf(query).toString(),
  });
  const openStream = (queueId: string, lastId: string, signal?: AbortSignal) =>
    (fetch ?? globalThis.fetch)(`${site}/api/v1/events/stream?${new URLSearchParams({ queue_id: queueId })}`, {
      headers: { authorization, 'last-event-id': lastId },
      ...(signal ? { signal } : {}),
    });
  return Object.assign(calls, {
    events: (options: EventOptions = {}) => new EventReader(calls, openStream, options),
    messages: (options: MessagesOptions = {}) => eachMessage(calls, options),
    upload(file: Blob, name: string) {
      const form = new FormData();
      form.set('file', file, name);
      return dataOf(calls.POST('/user_uploads', { body: form as never }));
    },
    async download(fileUrl: string) {
      const address = new URL(fileUrl, `${site}/`);
      const request = new Request(`${site}/api/v1${address.pathname}`, { headers: { authorization } });
      const { url: temporary } = await (await successOf(await send(request))).json();
      return successOf(await send(new Request(new URL(temporary, `${site}/`))));
    },
  });
}

/** Parameters as the API reads them: texts as they are, everything else as JSON text. */
function formOf(params: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
}

/** Corrects the type of a form, which openapi-fetch takes for JSON. */
function asForm(request: Request): Request {
  if (request.headers.get('content-type') === 'application/json')
    request.headers.set('content-type', 'application/x-www-form-urlencoded');
  return request;
}

async function* eachMessage(
  calls: ChatCalls,
  { from = 'newest', pageSize = 100, signal, ...query }: MessagesOptions,
): AsyncGenerator<Message> {
  const isOlder = from === 'newest' || (typeof from === 'object' && 'before' in from);
  let anchor = typeof from === 'string' ? from : String('before' in from ? from.before : from.after);
  let isFirst = typeof from === 'string';
  for (;;) {
    const range = isOlder ? { num_before: pageSize, num_after: 0 } : { num_before: 0, num_after: pageSize };
    const page = await dataOf(
      calls.GET('/messages', { params: { query: { ...query, ...range, anchor, include_anchor: isFirst } }, signal }),
    );
    const messages = isOlder ? page.messages.toReversed() : page.messages;
    yield* messages;
    if (messages.length === 0 || (isOlder ? page.found_oldest : page.found_newest)) return;
    anchor = String(messages.at(-1)!.id);
    isFirst = false;
  }
}
