/** One event of a stream. */
export interface LiveEvent {
  /** ID in the log; a stream that cannot be resumed has none. */
  id?: string | undefined;
  kind: string;
  /** JSON. */
  data: unknown;
}

/** A stream says something every 25 s, if only that it is there; one that is silent for longer than that twice is gone. */
const SILENCE_MS = 60_000;

/**
 * Reads a stream of Server-Sent Events until it ends, or until nothing has come for `silenceMs`: a network that was left, and a
 * machine that slept, close nothing. (The browser's own `EventSource` cannot start after an event that another
 * tab has had, nor say why it was refused.)
 * @throws {StreamRefused}; {DOMException} of silence, or when `signal` is aborted; TypeError when the server cannot be reached
 */
export async function readStream(path: string, options: StreamOptions): Promise<void> {
  const { silenceMs = SILENCE_MS } = options;
  const silence = new AbortController();
  const untilSilent = { ...options, signal: AbortSignal.any([options.signal, silence.signal]) };
  let deadline: ReturnType<typeof setTimeout>;
  const received = () => {
    options.onReceived?.();
    clearTimeout(deadline);
    deadline = setTimeout(() => silence.abort(), silenceMs);
  };
  deadline = setTimeout(() => silence.abort(), silenceMs);
  try {
    await readAnswer(path, untilSilent, received);
  } finally {
    clearTimeout(deadline!);
  }
}

async function readAnswer(
  path: string,
  { after, signal, onOpen, onEvent }: StreamOptions,
  received: () => void,
): Promise<void> {
  const answer = await fetch(path, {
    headers: { accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': after }) },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  if (!answer.ok || !answer.body) throw new StreamRefused(answer.status, await bodyOf(answer));
  onOpen();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    received();
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const event = parse(block);
      // An event before it in the same piece may have ended the reading.
      signal.throwIfAborted();
      if (event) onEvent(event);
    }
  }
}

interface StreamOptions {
  /** ID of the last event that is known. */
  after: string | undefined;
  /** A minute if absent. */
  silenceMs?: number | undefined;
  signal: AbortSignal;
  onOpen(): void;
  /** Something came, if only that the stream is there. */
  onReceived?(): void;
  onEvent(event: LiveEvent): void;
}

export class StreamRefused extends Error {
  readonly status: number;
  /** Answer of the server; undefined if it is not JSON. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`the stream was refused: ${status}`);
    this.status = status;
    this.body = body;
  }
}

async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return undefined;
  }
}

/** A comment, which keeps the stream open, is no event. */
function parse(block: string): LiveEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name) fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value!);
  }
  const data = fields.get('data');
  return data === undefined
    ? undefined
    : { id: fields.get('id'), kind: fields.get('event') ?? 'message', data: JSON.parse(data) };
}
