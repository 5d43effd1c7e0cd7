/** Refusal by the server, in one form for both APIs. */
export class HubbubError extends Error {
  override name = 'HubbubError';
  readonly status: number;
  /** The chat API's code (`BAD_REQUEST`), or the dispatch API's number as text (`1000`). */
  readonly code: string | undefined;
  /** The body as it came. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const { code, text } = readError(body);
    super(text ?? `The server answered with status ${status}.`);
    this.status = status;
    this.code = code;
    this.body = body;
  }

  /** True if the same request may succeed later. */
  get isTemporary(): boolean {
    return isTemporary(this.status);
  }
}

/** Returns true for statuses that say nothing against the request itself. */
export const isTemporary = (status: number): boolean => status === 429 || status >= 500;

function readError(body: unknown): { code?: string; text?: string } {
  if (typeof body !== 'object' || body === null) return {};
  const { code, msg, message } = body as { code?: string; msg?: string; message?: DispatchMessage };
  if (typeof message !== 'object' || message === null) return { code, text: msg };
  const { error, message: text, cause } = message;
  return { code: String(error), text: typeof cause === 'string' ? `${text} ${cause}` : text };
}

interface DispatchMessage {
  error: number;
  message: string;
  cause?: unknown;
}

/**
 * Returns the data of an answer.
 * @throws {HubbubError} if the server refused the request
 */
export async function dataOf<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new HubbubError(response.status, error);
  return data as Exclude<Data, undefined>;
}

/**
 * Returns an answer that is a success.
 * @throws {HubbubError} for any other one
 */
export async function successOf(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy may answer with a page; the error has its text.
  }
  throw new HubbubError(response.status, body);
}
