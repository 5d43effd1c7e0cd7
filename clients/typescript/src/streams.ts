import { EventSourceParserStream } from 'eventsource-parser/stream';
import { HubbubError, successOf } from './errors.ts';
import { pause, pauseBefore } from './pause.ts';

/** A frame of a stream of Server-Sent Events. */
export interface Frame {
  event: string;
  /** Where to continue after it; absent where a connection cannot be continued after it. */
  id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: its form depends on the event
  data: any;
}

/**
 * Reads the frames of a stream, and opens it again after the last ID when the connection breaks. It ends when the
 * signal is aborted.
 * @param open asks for the stream after an ID
 * @throws {HubbubError} if the server refuses to open it, other than for the moment
 */
export async function* readFrames(
  open: (lastId: string | undefined, signal: AbortSignal | undefined) => Promise<Response>,
  lastId: string | undefined,
  signal?: AbortSignal,
): AsyncGenerator<Frame> {
  for (let failures = 0; !signal?.aborted; ) {
    try {
      const { body } = await successOf(await open(lastId, signal));
      const parts = body!.pipeThrough(new TextDecoderStream() as never).pipeThrough(new EventSourceParserStream());
      for await (const { event = 'message', id, data } of eachPart(parts as ReadableStream<Part>)) {
        failures = 0;
        yield { event, ...(id === undefined ? {} : { id }), data: JSON.parse(data) };
        lastId = id ?? lastId;
        if (event === 'end') break;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof HubbubError ? !error.isTemporary : !isBroken(error)) throw error;
    }
    failures++;
    await pause(pauseBefore(failures), signal);
  }
}

interface Part {
  event?: string;
  id?: string;
  data: string;
}

/** The errors of a connection: `fetch` has a `TypeError`, and a body that breaks off too. */
const isBroken = (error: unknown): boolean => error instanceof TypeError || (error as Error)?.name === 'AbortError';

async function* eachPart(parts: ReadableStream<Part>): AsyncGenerator<Part> {
  const reader = parts.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
