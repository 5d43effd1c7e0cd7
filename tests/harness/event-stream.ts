import assert from 'node:assert/strict';
import { until } from './clients.ts';
import type { WireEvent } from './events.ts';
import { RawConnection } from './raw.ts';

/** An event of a stream as its reader has it. */
interface Received {
  id: string | undefined;
  kind: string;
  data: WireEvent;
}

/** Request for a stream. */
export interface StreamRequest {
  headers?: Record<string, string>;
  lastEventId?: number | undefined;
  query?: Record<string, string>;
}

/** For tests: a stream of an event queue, read off a bare connection. */
export class EventStreamReader {
  readonly connection: RawConnection;

  private constructor(connection: RawConnection) {
    this.connection = connection;
  }

  /** Sends the request, and reads nothing. */
  static async ask(
    url: string,
    queueId: string,
    { headers = {}, lastEventId = -1, query = {} }: StreamRequest,
  ): Promise<EventStreamReader> {
    const connection = await RawConnection.open(url);
    const asked = new URLSearchParams({ queue_id: queueId, last_event_id: String(lastEventId), ...query });
    const lines = Object.entries({ host: new URL(url).host, connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    connection.send(`GET /api/v1/events/stream?${asked} HTTP/1.1\r\n${lines.join('')}\r\n`);
    return new EventStreamReader(connection);
  }

  /** Opens a stream that is granted. */
  static async open(url: string, queueId: string, request: StreamRequest): Promise<EventStreamReader> {
    const reader = await EventStreamReader.ask(url, queueId, request);
    reader.connection.listen();
    await reader.connection.receives(/\r\n\r\n/);
    assert.match(reader.head, /^HTTP\/1\.1 200 /, reader.connection.received);
    return reader;
  }

  get head(): string {
    return this.connection.received.split('\r\n\r\n', 1)[0]!;
  }

  /** The body without the marks of its chunks. */
  get body(): string {
    let rest = this.connection.received.slice(this.head.length + 4);
    let body = '';
    for (;;) {
      const [, size, start] = /^([0-9a-f]+)\r\n()/.exec(rest) ?? [];
      if (size === undefined || start === undefined) return body;
      const from = size.length + 2;
      const length = Number.parseInt(size, 16);
      body += rest.slice(from, from + length);
      rest = rest.slice(from + length + 2);
    }
  }

  /** Events that have come as a whole. */
  get events(): Received[] {
    const blocks = this.body.split('\n\n').slice(0, -1);
    return blocks.flatMap((block) => {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const data = fields.get('data');
      if (data === undefined) return [];
      const text = Buffer.from(data, 'latin1').toString();
      return [{ id: fields.get('id'), kind: fields.get('event') ?? 'message', data: JSON.parse(text) }];
    });
  }

  /** Number of comments. */
  get comments(): number {
    return this.body.split('\n\n').filter((block) => block === ':').length;
  }

  /** IDs of the messages that came. */
  get messageIds(): number[] {
    return this.events.filter(({ data }) => data.type === 'message').map(({ data }) => data.message.id);
  }

  /** The ID that a browser would come back with. */
  get lastEventId(): number | undefined {
    const id = this.events.findLast((event) => event.id !== undefined)?.id;
    return id === undefined ? undefined : Number(id);
  }

  /** Why it ended, as it says itself. */
  get endReason(): unknown {
    return this.events.find(({ kind }) => kind === 'end')?.data.reason;
  }

  /** Waits for events. */
  async receives(is: (reader: this) => boolean, what: string, seconds?: number): Promise<void> {
    await until(() => is(this), what, seconds);
  }

  /** Waits until it has ended by itself, in less than a second; gives its reason. */
  async ends(): Promise<unknown> {
    const start = performance.now();
    await until(() => this.endReason !== undefined, 'the end of a stream');
    assert.ok(performance.now() - start < 1000, `${performance.now() - start} ms`);
    await this.connection.ended();
    return this.endReason;
  }

  close(): void {
    this.connection.close();
  }
}
