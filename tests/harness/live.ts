import assert from 'node:assert/strict';
import { comparable, comparablePositions, differences } from '../../web/store/dispatch/law.ts';
import { type LiveFrame, LiveState } from '../../web/store/dispatch/live-state.ts';
import type { WatchLivePositions } from '../../web/store/wire/dispatch.ts';
import { type DispatchClient, until } from './clients.ts';

interface LiveOptions {
  /** State of the page before: the stream continues it. */
  live?: LiveState;
  query?: string;
  headers?: Record<string, string>;
}

/** A page that watches the fleet: reads `GET /api/v2/live` into the store that pages have. */
export class LiveReader {
  readonly live: LiveState;
  readonly frames: LiveFrame[] = [];
  /** Resolved when the stream has ended, whoever ended it. */
  ended: Promise<void> = Promise.resolve();
  isOver = true;
  readonly #client: Pick<DispatchClient, 'url' | 'authorization'>;
  #closing = new AbortController();

  private constructor(client: Pick<DispatchClient, 'url' | 'authorization'>, live: LiveState) {
    this.#client = client;
    this.live = live;
  }

  /** Opens a stream and reads it to where it is whole. */
  static async open(client: Pick<DispatchClient, 'url' | 'authorization'>, options: LiveOptions = {}) {
    const reader = new LiveReader(client, options.live ?? new LiveState());
    await reader.connect(options);
    await reader.ready();
    return reader;
  }

  /** Opens the stream (again), by the last ID that was read. */
  async connect({ query = '', headers = {} }: LiveOptions = {}): Promise<void> {
    this.#closing = new AbortController();
    this.frames.length = 0;
    const { lastId } = this.live;
    const response = await fetch(`${this.#client.url}/api/v2/live${query}`, {
      headers: {
        ...(this.#client.authorization ? { authorization: this.#client.authorization } : {}),
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
        ...headers,
      },
      signal: this.#closing.signal,
    });
    if (response.status !== 200) assert.fail(`${response.status} ${await response.text()}`);
    this.isOver = false;
    this.ended = this.#read(response.body!)
      .catch(() => undefined)
      .finally(() => {
        this.isOver = true;
      });
  }

  async #read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = '';
    try {
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) this.#take(block);
      }
    } finally {
      this.live.closed();
    }
  }

  #take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) as [string, string]));
    const data = fields.get('data');
    if (data === undefined) return;
    const frame = { id: fields.get('id'), kind: fields.get('event')!, data: JSON.parse(data) };
    this.frames.push(frame);
    this.live.take(frame);
  }

  get state() {
    return this.live.state;
  }

  framesOf(kind: string): LiveFrame[] {
    return this.frames.filter((frame) => frame.kind === kind);
  }

  /** Received positions of workers. */
  positionFrames(): WatchLivePositions[] {
    return this.framesOf('positions').map(({ data }) => data as WatchLivePositions);
  }

  ready(): Promise<unknown> {
    return until(() => this.framesOf('ready').length > 0, 'the beginning of a live view');
  }

  /** Ends the stream, as a page that is closed does. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.ended;
  }
}

/**
 * The law: what somebody has who has watched equals what somebody has who begins now. Who was sent away, since they see
 * other things now, comes back first.
 */
export async function holdsLaw(
  reader: LiveReader,
  client: Pick<DispatchClient, 'url' | 'authorization'>,
): Promise<void> {
  while (reader.isOver) {
    await reader.connect();
    await until(() => reader.isOver || reader.framesOf('ready').length > 0, 'the beginning of a live view');
  }
  const query = `?completedSince=${reader.state.completedSince}`;
  const fresh = await LiveReader.open(client, { query });
  const isThere = () => reader.state.event! >= fresh.state.event!;
  await until(() => reader.isOver || isThere(), 'the changes up to a fresh snapshot');
  if (reader.isOver) {
    await fresh.close();
    return holdsLaw(reader, client);
  }
  const found = differences(comparable(reader.state), comparable(fresh.state));
  await fresh.close();
  assert.deepEqual(found, []);
}

/** The same of where workers are, which is true a moment later. */
export async function positionsAgree(
  reader: LiveReader,
  client: Pick<DispatchClient, 'url' | 'authorization'>,
): Promise<void> {
  const fresh = await LiveReader.open(client);
  await until(() => fresh.framesOf('positions').length > 0, 'positions');
  const differing = () => differences(comparablePositions(reader.state), comparablePositions(fresh.state));
  await until(() => differing().length === 0, `positions: ${differing()[0]}`);
  await fresh.close();
}
