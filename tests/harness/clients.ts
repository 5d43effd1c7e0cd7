/** An answer as it came. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  json: any;
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

export type ChatParams = Record<string, unknown>;

/** Calls the chat API as the Python client does: strings go raw, everything else as JSON text. */
export class ChatClient {
  readonly site: string;
  readonly email: string;
  readonly key: string;
  readonly headers: Record<string, string>;
  /** Without credentials, as who has no account. */
  isNobody = false;

  constructor(account: { site: string; email: string; api_key: string }, headers: Record<string, string> = {}) {
    this.site = account.site;
    this.email = account.email;
    this.key = account.api_key;
    this.headers = headers;
  }

  request(
    method: string,
    path: string,
    params: ChatParams = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const credentials = `Basic ${Buffer.from(`${this.email}:${this.key}`).toString('base64')}`;
    const authorization: Record<string, string> = this.isNobody ? {} : { authorization: credentials };
    const inQuery = method === 'GET';
    const query = inQuery && form.size > 0 ? `?${form}` : '';
    return send(`${this.site}/api/v1${path}${query}`, {
      method,
      headers: { ...authorization, ...this.headers, ...headers },
      ...(inQuery ? {} : { body: form }),
    });
  }

  get = (path: string, params?: ChatParams) => this.request('GET', path, params);
  post = (path: string, params?: ChatParams, headers?: Record<string, string>) =>
    this.request('POST', path, params, headers);
  patch = (path: string, params?: ChatParams) => this.request('PATCH', path, params);
  delete = (path: string, params?: ChatParams) => this.request('DELETE', path, params);
}

/** Calls the dispatch API with an API key, or with a worker's token. */
export class DispatchClient {
  readonly url: string;
  readonly authorization: string;

  constructor(access: { url: string; api_key: string } | { url: string; token: string }) {
    this.url = access.url;
    this.authorization =
      'token' in access ? `Bearer ${access.token}` : `Basic ${Buffer.from(`${access.api_key}:`).toString('base64')}`;
  }

  request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return send(`${this.url}/api/v2${path}`, {
      method,
      headers: { authorization: this.authorization, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  get = (path: string) => this.request('GET', path);
  post = (path: string, body?: unknown, headers?: Record<string, string>) => this.request('POST', path, body, headers);
  put = (path: string, body?: unknown) => this.request('PUT', path, body);
  delete = (path: string) => this.request('DELETE', path);
}

/** Sends bytes as the body, as an organization's or a worker's client. */
export function sendBytes(
  client: DispatchClient,
  method: string,
  path: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(`${client.url}/api/v2${path}`, {
    method,
    headers: { authorization: client.authorization, ...headers },
    body: new Uint8Array(bytes),
  });
}

/** Between two looks: a look is often a request to the server, which takes of the processor that is waited for. */
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;
/** The longer it has taken, the less a moment more matters: a pause is such a part of what was waited so far. */
const PAUSE_PART = 0.1;

/** Waits until `condition` gives something true. Polls quickly at first; gives up after `seconds`. */
export async function until<T>(
  condition: () => Promise<T> | T,
  what = 'the condition',
  seconds = 60,
): Promise<NonNullable<T>> {
  const start = performance.now();
  for (;;) {
    const value = await condition();
    if (value) return value as NonNullable<T>;
    const waited = performance.now() - start;
    if (waited > seconds * 1000) throw new Error(`waited ${seconds} s in vain for ${what}`);
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waited * PAUSE_PART));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
