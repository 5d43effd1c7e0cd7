import assert from 'node:assert/strict';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import type { Answer } from './clients.ts';
import type { TestServer } from './server.ts';
import { PASSWORD } from './visitors.ts';

/** A browser as the server sees it: it keeps the cookie that it is given, and says where its requests come from. */
export class SessionBrowser {
  readonly site: string;
  cookie: string | undefined;
  /** The last `Set-Cookie` as it came. */
  setCookie: string | undefined;

  constructor(site: string) {
    this.site = site;
  }

  /** A request of a page of the server itself, unless `headers` say otherwise. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<Answer> {
    const isJson = body !== undefined && !(body instanceof URLSearchParams);
    const response = await fetch(`${this.site}${path}`, {
      method,
      headers: this.headers(isJson ? { 'content-type': 'application/json', ...headers } : headers),
      ...(body === undefined ? {} : { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    this.#keepCookie(response.headers);
    const text = await response.text();
    let json: unknown;
    try {
      json = text === '' ? undefined : JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, text, json };
  }

  /** Headers that a browser adds to each request. */
  headers(given: Record<string, string | undefined> = {}): Record<string, string> {
    const all = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'sec-fetch-site': 'same-origin',
      ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
      ...given,
    };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<string, string>;
  }

  #keepCookie(headers: Headers): void {
    for (const header of headers.getSetCookie()) {
      this.setCookie = header;
      const [pair = ''] = header.split(';');
      this.cookie = /Max-Age=0\b/.test(header) ? undefined : pair;
    }
  }

  get = (path: string, headers?: Record<string, string | undefined>) => this.request('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Record<string, string | undefined>) =>
    this.request('POST', path, body, headers);
  delete = (path: string, body?: unknown) => this.request('DELETE', path, body);

  /** Signs in with an address and a password. */
  signIn(email: string, password: string, more: object = {}): Promise<Answer> {
    return this.post('/api/session', { email, password, ...more });
  }

  /** Opens a stream of events. @returns what came so far, and how it ends */
  async stream(path: string): Promise<{ status: number; text: () => string; ended: Promise<void>; close: () => void }> {
    const closing = new AbortController();
    const response = await fetch(`${this.site}${path}`, { headers: this.headers(), signal: closing.signal });
    let text = '';
    const read = async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    };
    return {
      status: response.status,
      text: () => text,
      ended: read().catch(() => undefined),
      close: () => closing.abort(),
    };
  }
}

/** A browser in which the owner of an organization is signed in. */
export async function signedInOwner(
  server: TestServer,
  organization?: CreatedOrganization,
): Promise<{ org: CreatedOrganization; browser: SessionBrowser }> {
  const org = organization ?? (await server.organization());
  const browser = new SessionBrowser(server.url);
  const answer = await browser.signIn(org.chat.email, PASSWORD);
  assert.equal(answer.status, 200, answer.text);
  return { org, browser };
}
