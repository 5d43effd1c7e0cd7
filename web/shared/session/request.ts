import { signal } from '@preact/signals';

/** An answer of the server that is no success, in its own words. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** By which the operator finds it in the log. */
  readonly requestId: string | undefined;
  /** Whatever the code brings with it. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Record<string, unknown>) {
    const { message, msg, code, request, ...extra } = plainBody(body);
    super(String(message ?? msg ?? `${status}`));
    this.status = status;
    this.code = String(code ?? '');
    this.requestId = typeof request === 'string' ? request : undefined;
    this.extra = extra;
  }
}

/** The dispatch API puts sentence, request and what more there is into an object; its `cause` is the sentence that says most. */
function plainBody(body: Record<string, unknown>): Record<string, unknown> {
  if (typeof body.message !== 'object' || body.message === null) return body;
  const { cause, message, ...more } = body.message as Record<string, unknown>;
  return { ...more, code: body.code, message: typeof cause === 'string' ? cause : message, cause };
}

/** The build of the server that answered last. */
export const serverBuild = signal<string>();

/** Milliseconds by which this device's clock was ahead of the server's at its last answer. */
export const clockSkew = signal<number>();

/** Storage key for the server build for which a tab was last reloaded. */
const RELOADED_FOR = 'reloaded-for';

/**
 * Whether the server has other pages by now than this one. A page that was loaded anew for that build and is still the old
 * one (another server of a rolling upgrade gave it) does not ask again.
 */
export function isOldBuild(): boolean {
  const build = serverBuild.value;
  return (
    build !== undefined &&
    __BUILD__ !== 'development' &&
    build !== __BUILD__ &&
    sessionStorage.getItem(RELOADED_FOR) !== build
  );
}

/** Gets the pages of the server as it is now. */
export async function reloadForBuild(): Promise<void> {
  const build = serverBuild.value!;
  // A part that is gone holds up nothing.
  await import('../bring-newest.ts').then(({ bringNewest }) => bringNewest()).catch(() => undefined);
  sessionStorage.setItem(RELOADED_FOR, build);
  location.reload();
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form, as the chat API wants it: what is no text as JSON. */
  form?: Readonly<Record<string, unknown>>;
  /** Sent as it is, in the place of a body. */
  file?: Blob | FormData;
  /** The same for each try of one action: the server does it once. */
  idempotencyKey?: string;
  /** The version that the change is made for: the server refuses it (412) where somebody was quicker. */
  ifMatch?: number | undefined;
  signal?: AbortSignal;
}

/**
 * Sends one request to this server as whoever is signed in here.
 * @throws {Refusal} what the server says; {TypeError} when it cannot be reached
 */
export async function send<T>(
  path: string,
  { method = 'GET', body, form, file, idempotencyKey, ifMatch, signal }: RequestOptions = {},
): Promise<T> {
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`);
  const answer = await fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: formOf(form) }),
    // Its kind goes along by itself.
    ...(file && { body: file }),
    ...(signal && { signal }),
  });
  serverBuild.value = answer.headers.get('hubbub-build') ?? serverBuild.value;
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (!Number.isNaN(date)) clockSkew.value = Date.now() - date;
  const value = answer.status === 204 ? undefined : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, value);
  return value as T;
}

function formOf(values: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
