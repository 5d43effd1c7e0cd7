import { setTimeout as pause } from 'node:timers/promises';
import { EventStream, Refused } from '../event-stream.ts';
import { basic, FORM_TYPE, form, quantile } from '../harness.ts';
import { Client } from './client.ts';
import type { Driver, Person, Town } from './fill-day.ts';
import {
  type Action,
  CHANNELS,
  LOOKING_OF_TEN,
  type Phase,
  POLLING_OF_TEN,
  ratesOf,
  TRACKING_SECONDS,
  UPLOAD_BYTES,
} from './rates.ts';

/** Connections that are opened at once: more than the system lets wait would be made to come again a second later. */
const OPENED_AT_ONCE = 100;
/** Milliseconds after which what is due is begun. */
const TICK = 5;
/** Milliseconds within which what was begun last may still be answered. */
const GRACE = 5000;
const TOPICS = ['keys', 'gate 4', 'tomorrow', 'returns', 'topic 1', 'topic 2'];
/** Time when a message was due, in milliseconds by the clock of this process. It stands in the message's text. */
const DUE = /due-(\d+)-/;

/** Answers and deliveries of a phase, as the crowd saw them. Milliseconds. */
export interface Seen {
  /** From the moment at which a message was due until somebody's client had it. */
  delivery: { count: number; median: number; p99: number };
  /** From the moment at which something was due until its answer, by what it was. */
  answers: Partial<Record<Action, { count: number; median: number; p99: number }>>;
  /** Refused requests and broken streams, some of their sentences. */
  refused: { count: number; some: string[] };
  /** Milliseconds of processor time of the crowd itself. */
  processor: number;
}

type Order = { open: { url: string; town: Town } } | { phase: Phase; seconds: number };

/** All clients of a town, in a process of its own: its processor time is not the server's. */
class Crowd {
  readonly #town: Town;
  readonly #url: string;
  readonly #client: Client;
  readonly #streams: EventStream[] = [];
  readonly #pages: EventStream[] = [];
  /** Number of stops that each driver has begun. */
  readonly #stops: number[];
  readonly #file = Buffer.alloc(UPLOAD_BYTES, 'parcel ');
  #delivery: number[] = [];
  #answers = new Map<Action, number[]>();
  #refused: Seen['refused'] = { count: 0, some: [] };
  #addresses = 0;

  constructor(url: string, town: Town) {
    this.#url = url;
    this.#town = town;
    this.#client = new Client(url);
    this.#stops = town.drivers.map(() => 0);
  }

  /** Opens everybody's stream or poll, and the consoles. */
  async open(): Promise<void> {
    const { people, consoles } = this.#town;
    for (const authorization of consoles) await this.#stream('/api/v2/live', { authorization }, () => undefined);
    for (let from = 0; from < people.length; from += OPENED_AT_ONCE) {
      const some = people.slice(from, from + OPENED_AT_ONCE);
      await Promise.all(some.map((person, n) => this.#listen(person, n)));
      await Promise.all(some.map((person) => this.#do('presence', performance.now(), () => this.#isThere(person))));
    }
  }

  /** Lives through a phase. */
  async live(phase: Phase, seconds: number): Promise<Seen> {
    this.#delivery = [];
    this.#answers = new Map();
    this.#refused = { count: 0, some: [] };
    const { user, system } = process.cpuUsage();
    const start = performance.now();
    const rates = Object.entries(
      ratesOf({ people: this.#town.people.length, drivers: this.#town.drivers.length }, phase),
    );
    const next = rates.map(([, rate]) => start + gap(rate));
    for (let now = start; now < start + seconds * 1000; now = performance.now()) {
      for (const [n, [action, rate]] of rates.entries()) {
        for (; next[n]! <= now; next[n]! += gap(rate))
          void this.#do(action as Action, next[n]!, this.#actions[action as Action]);
      }
      await pause(TICK);
    }
    await pause(GRACE);
    const used = process.cpuUsage();
    return {
      delivery: summary(this.#delivery),
      answers: Object.fromEntries([...this.#answers].map(([action, times]) => [action, summary(times)])),
      refused: this.#refused,
      processor: (used.user + used.system - user - system) / 1000,
    };
  }

  async #do(action: Action, due: number, work: (due: number) => Promise<void>): Promise<void> {
    try {
      await work(due);
      const times = this.#answers.get(action) ?? [];
      this.#answers.set(action, times);
      times.push(performance.now() - due);
    } catch (error) {
      this.#refuse(error);
    }
  }

  #refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    if (this.#refused.count++ < 5) this.#refused.some.push(error.message);
  }

  readonly #actions: Record<Action, (due: number) => Promise<void>> = {
    message: async (due) => {
      const person = any(this.#town.people);
      const { target, typing } = this.#recipient(person);
      await this.#post(person, '/typing', { op: 'start', ...typing });
      const content = `due-${Math.round(due)}- the parcel for the third stop is at the gate, and the key is with **Bea**`;
      await this.#post(person, '/messages', { ...target, content });
      await this.#post(person, '/typing', { op: 'stop', ...typing });
    },
    open: async () => {
      const person = any(this.#town.people);
      const narrow = JSON.stringify([
        { operator: 'channel', operand: this.#channel(person) },
        { operator: 'topic', operand: any(TOPICS) },
      ]);
      const window = { anchor: 'newest', num_before: '100', num_after: '0', narrow };
      await this.#get(person, '/messages', window);
      await this.#post(person, '/messages/flags/narrow', { ...window, op: 'add', flag: 'read' });
    },
    search: () => {
      const operand = any(['harbour', 'zebra', 'letter station', 'parcel 77']);
      return this.#get(any(this.#town.people), '/messages', {
        anchor: 'newest',
        num_before: '50',
        num_after: '0',
        narrow: JSON.stringify([{ operator: 'search', operand }]),
      });
    },
    upload: () => {
      const head =
        '--day\r\ncontent-disposition: form-data; name="file"; filename="list.txt"\r\ncontent-type: text/plain\r\n\r\n';
      const body = Buffer.concat([Buffer.from(head), this.#file, Buffer.from('\r\n--day--\r\n')]);
      const headers = { ...keyOf(any(this.#town.people)), 'content-type': 'multipart/form-data; boundary=day' };
      return this.#client.send('POST', '/api/v1/user_uploads', headers, body);
    },
    presence: () => this.#isThere(any(this.#town.people)),
    arrival: () => this.#post(any(this.#town.people), '/register', { apply_markdown: 'true' }),
    position: () => {
      const driver = any(this.#town.drivers);
      const at = {
        location: [-122.6 + Math.random() * 0.6, 37.4 + Math.random() * 0.5],
        time: Date.now(),
        accuracy: 8,
      };
      return this.#drive(driver, '/driver/positions', at);
    },
    stop: async () => {
      const n = Math.floor(Math.random() * this.#town.drivers.length);
      const driver = this.#town.drivers[n]!;
      const task = driver.tasks[this.#stops[n]!++];
      if (!task) return;
      await this.#drive(driver, `/driver/tasks/${task.id}/start`, {});
      await this.#drive(driver, `/driver/tasks/${task.id}/complete`, { success: true });
    },
    track: async () => {
      const n = Math.floor(Math.random() * this.#town.drivers.length);
      const task = this.#town.drivers[n]!.tasks[this.#stops[n]!];
      if (!task) return;
      const address = this.#addresses++;
      const network = { 'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}` };
      const page = await this.#stream(`/api/v2/tracking/${task.tracking}/events`, network, () => undefined);
      this.#pages.push(page);
      setTimeout(() => page.close(), TRACKING_SECONDS * 1000).unref();
    },
  };

  /** Recipient of a message, by the shares of `CHANNELS`, as parameters of sending and of typing. */
  #recipient(person: Person): Record<'target' | 'typing', Record<string, string>> {
    let chance = Math.random();
    for (const [kind, { share }] of CHANNELS.entries()) {
      if (chance < share) return inChannel(any(person.channels[kind]!), any(TOPICS));
      chance -= share;
    }
    const direct = { type: 'direct', to: `[${any(this.#town.people).id}]` };
    return { target: direct, typing: direct };
  }

  /** One of a person's channels, mostly of their team or projects. */
  #channel(person: Person): number {
    return any(person.channels[Math.random() < 0.6 ? 0 : 1]!);
  }

  async #listen(person: Person, n: number): Promise<void> {
    const query = { queue_id: person.queue };
    if (n % 10 < POLLING_OF_TEN) return void this.#poll(person);
    const heartbeat = n % 10 < POLLING_OF_TEN + LOOKING_OF_TEN ? '3' : '25';
    const address = `/api/v1/events/stream?${form({ ...query, heartbeat_seconds: heartbeat })}`;
    this.#streams.push(await this.#stream(address, { ...keyOf(person), 'last-event-id': '-1' }, this.#onEvents));
  }

  async #poll(person: Person): Promise<void> {
    for (let last = -1; ; ) {
      try {
        const query = form({ queue_id: person.queue, last_event_id: String(last) });
        const answer = await fetch(`${this.#url}/api/v1/events?${query}`, { headers: keyOf(person) });
        const text = await answer.text();
        if (!answer.ok) throw new Refused(`a poll was answered ${answer.status} ${text.slice(0, 200)}`);
        const { events } = JSON.parse(text) as { events: { id: number }[] };
        for (const event of events) this.#onEvents(JSON.stringify(event));
        last = events.at(-1)?.id ?? last;
      } catch (error) {
        this.#refuse(error instanceof Refused ? error : new Refused(`a poll: ${String(error)}`));
        await pause(1000);
      }
    }
  }

  readonly #onEvents = (block: string): void => {
    const [, due] = DUE.exec(block) ?? [];
    if (due !== undefined) this.#delivery.push(performance.now() - Number(due));
  };

  async #stream(path: string, headers: Record<string, string>, onEvent: (block: string) => void): Promise<EventStream> {
    const onRefused = (error: Refused) => this.#refuse(error);
    const stream = new EventStream(`${this.#url}${path}`, headers, { onEvent, onRefused });
    await stream.opened;
    return stream;
  }

  #isThere(person: Person): Promise<void> {
    return this.#post(person, '/users/me/presence', { status: 'active', ping_only: 'true' });
  }

  #post(person: Person, path: string, fields: Record<string, string>): Promise<void> {
    return this.#client.send('POST', `/api/v1${path}`, { ...keyOf(person), ...FORM_TYPE }, form(fields));
  }

  #get(person: Person, path: string, fields: Record<string, string>): Promise<void> {
    return this.#client.send('GET', `/api/v1${path}?${form(fields)}`, keyOf(person));
  }

  #drive({ token }: Driver, path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return this.#client.send('POST', `/api/v2${path}`, headers, JSON.stringify(body));
  }
}

/** Milliseconds until something happens again that happens so often a second, independently of itself. */
const gap = (rate: number) => (rate === 0 ? Number.POSITIVE_INFINITY : (-Math.log(1 - Math.random()) / rate) * 1000);

const inChannel = (channel: number, topic: string) => ({
  target: { type: 'channel', to: `${channel}`, topic },
  typing: { type: 'channel', stream_id: `${channel}`, topic },
});

const any = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)]!;
const keyOf = ({ email, key }: Person) => basic(email, key);

function summary(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  return { count: sorted.length, median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

let crowd: Crowd | undefined;
process.on('message', async (order: Order) => {
  if ('open' in order) {
    crowd = new Crowd(order.open.url, order.open.town);
    await crowd.open();
    process.send!('open');
  } else {
    process.send!(await crowd!.live(order.phase, order.seconds));
  }
});
process.on('disconnect', () => process.exit(0));
