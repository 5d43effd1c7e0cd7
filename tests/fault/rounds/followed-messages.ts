import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type ChatClient, until } from '../../harness/clients.ts';
import { isOutage } from './load.ts';

/** Way of reading a queue: asking again and again, requests that wait, or the stream. */
export type Reading = 'asks' | 'waits' | 'streams';

interface Shown {
  topic: string;
  content: string;
}

/** A client that reads its queue along, whatever happens to the server, and shows what it was told. */
export class FollowedMessages {
  readonly #client: ChatClient;
  readonly #shown = new Map<number, Shown>();
  #queueId = '';
  #lastEventId = -1;
  #newest = 0;
  /** Messages up to here were sent when a queue was gone, and nobody told of them. */
  #lostUpTo = 0;
  /** Number of times its queue was gone. */
  lost = 0;
  #isOver = false;
  #ended: Promise<void> = Promise.resolve();
  readonly #reading: Reading;
  readonly #closing = new AbortController();

  constructor(client: ChatClient, reading: Reading = 'asks') {
    this.#client = client;
    this.#reading = reading;
  }

  async start(): Promise<this> {
    await until(() => this.#register(), 'a queue');
    this.#ended = this.#read();
    return this;
  }

  /** Shows what it has shown, at another process. */
  async #register(): Promise<boolean> {
    const given = { event_types: ['message', 'update_message'], apply_markdown: false };
    const answer = await this.#client.post('/register', given).catch(() => undefined);
    if (answer?.status !== 200) return false;
    this.#queueId = answer.json.queue_id;
    this.#lastEventId = -1;
    this.#lostUpTo = answer.json.max_message_id;
    return true;
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      const asked = this.#reading === 'streams' ? this.#stream() : this.#ask();
      const answer = await asked.catch((error) => {
        if (error instanceof assert.AssertionError) throw error;
        return undefined;
      });
      if (answer?.status === 200) {
        await pause(5);
      } else if (answer?.json?.code === 'BAD_EVENT_QUEUE_ID') {
        this.lost++;
        await until(() => this.#isOver || this.#register(), 'another queue');
      } else {
        if (answer) assert.ok(isOutage(answer), answer.text);
        await pause(20);
      }
    }
  }

  async #ask(): Promise<Answer> {
    const given = { queue_id: this.#queueId, last_event_id: this.#lastEventId };
    const answer = await this.#client.get('/events', { ...given, dont_block: this.#reading === 'asks' });
    if (answer.status === 200) for (const event of answer.json.events) this.#take(event);
    return answer;
  }

  /** Reads a stream to its end, however that comes. */
  async #stream(): Promise<Answer> {
    const { site, email, key } = this.#client;
    const asked = new URLSearchParams({ queue_id: this.#queueId, last_event_id: String(this.#lastEventId) });
    const { status, headers, body } = await fetch(`${site}/api/v1/events/stream?${asked}`, {
      headers: { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` },
      signal: this.#closing.signal,
    });
    let rest = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      if (status !== 200) continue;
      for (const block of blocks) {
        const [, data] = /^(?:id: .*\n)?data: (.*)$/.exec(block) ?? [];
        if (data !== undefined) this.#take(JSON.parse(data));
      }
    }
    return { status, headers, text: rest, json: status === 200 ? undefined : JSON.parse(rest) };
  }

  // biome-ignore lint/suspicious/noExplicitAny: an event as it came
  #take(event: any): void {
    if (event.type === 'heartbeat') return;
    assert.ok(event.id > this.#lastEventId, `event ${event.id} after ${this.#lastEventId}`);
    this.#lastEventId = event.id;
    if (event.type === 'message') {
      const { id, subject, content } = event.message;
      assert.ok(id > this.#newest, `message ${id} came after ${this.#newest}`);
      this.#newest = id;
      this.#shown.set(id, { topic: subject, content });
    } else if (event.type === 'update_message') {
      const shown = this.#shown.get(event.message_id);
      if (shown) shown.content = event.content;
    }
  }

  /** Waits until it has been told of everything up to this message, or has been told that it cannot be. */
  async isUpTo(answer: Answer): Promise<void> {
    assert.equal(answer.status, 200, answer.text);
    const { id } = answer.json;
    await until(() => Math.max(this.#newest, this.#lostUpTo) >= id, `message ${id} for one who ${this.#reading}`, 120);
  }

  /** Checks that it shows the present messages of a topic, except those before its queue. */
  check(topic: string, now: ReadonlyMap<number, string>): void {
    for (const [id, content] of now) {
      if (id <= this.#lostUpTo) continue;
      assert.deepEqual(this.#shown.get(id), { topic, content }, `message ${id} as it was told`);
    }
    for (const [id, shown] of this.#shown)
      assert.ok(shown.topic !== topic || now.has(id), `message ${id} was told and is not there`);
    this.#shown.clear();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#closing.abort();
    // A request that waits is answered.
    if (this.#reading === 'waits') await this.#client.delete('/events', { queue_id: this.#queueId });
    await this.#ended;
  }
}
