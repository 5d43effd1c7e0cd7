import assert from 'node:assert/strict';
import { channelsByIds } from '../../src/chat/channels/access.ts';
import { doSubscribe, doUnsubscribe } from '../../src/chat/subscriptions/actions.ts';
import type { ChatClient, ChatParams } from './clients.ts';
import type { TestServer } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into any event
export type WireEvent = { id: number; type: string } & Record<string, any>;

/** For tests: reads a queue as a client does, and holds what every client relies on. */
export class QueueReader {
  lastEventId = -1;
  readonly queueId: string;
  readonly client: ChatClient;
  // biome-ignore lint/suspicious/noExplicitAny: the state of any slice
  readonly state: any;

  constructor(client: ChatClient, registered: { queue_id: string }) {
    this.client = client;
    this.queueId = registered.queue_id;
    this.state = registered;
  }

  static async register(client: ChatClient, params: ChatParams = {}): Promise<QueueReader> {
    const answer = await client.post('/register', { fetch_event_types: [], ...params });
    assert.equal(answer.json.result, 'success', answer.text);
    assert.equal(answer.json.last_event_id, -1);
    return new QueueReader(client, answer.json);
  }

  /** One request. IDs must rise. */
  async poll(params: ChatParams = { dont_block: true }): Promise<WireEvent[]> {
    const answer = await this.client.get('/events', {
      queue_id: this.queueId,
      last_event_id: this.lastEventId,
      ...params,
    });
    assert.equal(answer.json.result, 'success', answer.text);
    assert.equal(answer.json.queue_id, this.queueId);
    for (const event of answer.json.events as WireEvent[]) {
      assert.ok(event.id > this.lastEventId, `event ${event.id} after ${this.lastEventId}`);
      this.lastEventId = event.id;
    }
    return answer.json.events;
  }

  /** Waits for an answer. */
  wait(): Promise<WireEvent[]> {
    return this.poll({});
  }

  /** Polls until `count` events of the type have come, and takes what more there is. */
  async collect(type: string, count: number): Promise<WireEvent[]> {
    const found: WireEvent[] = [];
    while (found.length < count) found.push(...(await this.wait()).filter((event) => event.type === type));
    return found;
  }
}

/** For tests: changes subscriptions as the operations do, with their events. */
export async function changeSubscriptions(
  server: TestServer,
  organizationId: string,
  change: 'subscribe' | 'unsubscribe',
  channelId: number,
  userIds: number[],
): Promise<void> {
  await server.services.database.transaction(
    async (tx) => {
      const channels = await channelsByIds(tx, [channelId]);
      if (change === 'subscribe') await doSubscribe(tx, { channels, userIds });
      else await doUnsubscribe(tx, channels, userIds);
    },
    { organizationId },
  );
}
