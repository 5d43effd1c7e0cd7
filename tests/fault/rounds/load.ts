import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type ChatClient, type DispatchClient, until } from '../../harness/clients.ts';
import { destinationAt } from '../../harness/fleet.ts';
import type { History, SentTask } from './history.ts';

/** Between two creations of tasks in a list that only grows. */
const CREATION_PAUSE_MS = 150;

/** A worker, and the device of theirs. */
export interface Driver {
  id: string;
  device: DispatchClient;
}

/** Client of one process. */
export interface Clients {
  url: string;
  chat: ChatClient;
  dispatch: DispatchClient;
  drivers: readonly Driver[];
  team: string;
}

/** Whether an answer says that nobody can serve now: the program's, or that of a proxy whose process is gone. */
export const isOutage = ({ status }: Answer) => [502, 503, 504].includes(status);

/** Load of an organization's people, which continues through all faults. */
export class Load {
  readonly #history: History;
  readonly #ended: Promise<unknown>;
  #isOver = false;
  #isGivenUp = false;
  #made = 0;
  readonly #pauseMs: number;

  /** @param pauseMs time that everybody waits between two of their requests */
  constructor(history: History, processes: readonly Clients[], pauseMs = 0) {
    this.#history = history;
    this.#pauseMs = pauseMs;
    const all = processes.flatMap((clients, n) => [
      this.#again(() => this.#send(clients, `${n}`, 'local')),
      this.#again(() => this.#send(clients, `${n}`, 'key')),
      this.#again(() => this.#send(clients, `${n}`, 'once')),
      this.#edit(clients, `${n}`),
      this.#again(() => this.#createTogether(clients)),
      ...clients.drivers.map((driver) => this.#again(() => this.#deliver(clients, driver))),
    ]);
    this.#ended = Promise.all(all);
    // Looked at when it is ended.
    this.#ended.catch(() => undefined);
  }

  /** Lets everybody finish what they are at: whoever asks again does so until it is done. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  /** Ends it although something is left undone: the round has failed. */
  giveUp(): void {
    this.#isOver = true;
    this.#isGivenUp = true;
  }

  async #again(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await work();
      await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    if (this.#pauseMs > 0) await pause(this.#pauseMs);
  }

  /** The answer; undefined when it is not known whether it was done. */
  async #try({ url }: Clients, ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const answer = await ask().catch(() => undefined);
    if (answer?.status === 200) {
      this.#history.counts(url);
      return answer;
    }
    // 412: another request is changing the same container, which a stopped process does for long.
    if (answer) assert.ok(isOutage(answer) || answer.json?.message?.error === 2400, answer.text);
    await pause(20);
    return undefined;
  }

  /** Asks the same again until it is done, as clients do that mean it once. */
  #persist(clients: Clients, what: string, ask: () => Promise<Answer>): Promise<Answer> {
    return until(
      () => {
        if (this.#isGivenUp) throw new Error(`${what} was given up`);
        return this.#try(clients, ask);
      },
      what,
      300,
    );
  }

  async #send(clients: Clients, by: string, how: 'local' | 'key' | 'once'): Promise<void> {
    const text = `${this.#history.topic}: ${how} ${by} ${++this.#made}`;
    const sent = this.#history.begins(`${how} ${by}`, text);
    const about = { type: 'stream', to: 'dock', topic: this.#history.topic, content: text };
    const local = how === 'local' ? { queue_id: 'fixed', local_id: text } : {};
    const headers = how === 'key' ? { 'Idempotency-Key': text } : undefined;
    const ask = () => clients.chat.post('/messages', { ...about, ...local }, headers);
    const answer = await (how === 'once' ? this.#try(clients, ask) : this.#persist(clients, text, ask));
    if (!answer) return;
    Object.assign(sent, { id: answer.json.id, acknowledged: 0 });
  }

  /** One message that is edited again and again. */
  async #edit(clients: Clients, by: string): Promise<void> {
    const text = `${this.#history.topic}: edited ${by}, version 0`;
    const sent = this.#history.begins(`edited ${by}`, text);
    const about = { type: 'stream', to: 'dock', topic: this.#history.topic, content: text };
    const ask = () => clients.chat.post('/messages', about, { 'Idempotency-Key': text });
    const { id } = (await this.#persist(clients, text, ask)).json;
    Object.assign(sent, { id, acknowledged: 0 });
    for (let version = 1; !this.#isOver; version++) {
      const content = `${this.#history.topic}: edited ${by}, version ${version}`;
      sent.texts.push(content);
      const answer = await this.#try(clients, () => clients.chat.patch(`/messages/${id}`, { content }));
      if (answer) sent.acknowledged = version;
      await this.#rest();
    }
  }

  #begin(): SentTask {
    const task = { notes: `${this.#history.topic}, task ${++this.#made}` };
    this.#history.tasks.push(task);
    return task;
  }

  /** A task by itself, and two by one request: both or none. */
  async #createTogether(clients: Clients): Promise<void> {
    const { team, dispatch } = clients;
    // A list has 10,000 tasks at most, which a quick machine fills in five minutes.
    await pause(CREATION_PAUSE_MS);
    const [first, ...others] = [this.#begin(), this.#begin(), this.#begin()];
    this.#history.together.push(others);
    const place = { type: 'TEAM', id: team } as const;
    const body = ({ notes }: SentTask) => ({ destination: destinationAt(), notes, container: { type: 'TEAM', team } });
    const keyed = { 'Idempotency-Key': first!.notes };
    const one = await this.#persist(clients, first!.notes, () => dispatch.post('/tasks', body(first!), keyed));
    Object.assign(first!, { id: one.json.id, place });
    const all = await this.#try(clients, () => dispatch.post('/tasks/batch', { tasks: others.map(body) }));
    if (!all) return;
    for (const { id, notes } of all.json.tasks) {
      const task = others.find((each) => each.notes === notes);
      assert.ok(task, notes);
      Object.assign(task, { id, place });
    }
  }

  /** A task from its creation over some moves to its completion by the worker's phone. */
  async #deliver(clients: Clients, { id: worker, device }: Driver): Promise<void> {
    const { dispatch, team } = clients;
    const task = this.#begin();
    const { notes } = task;
    const body = { destination: destinationAt(), notes, container: { type: 'WORKER', worker } };
    const made = await this.#persist(clients, notes, () => dispatch.post('/tasks', body, { 'Idempotency-Key': notes }));
    const { id } = made.json;
    Object.assign(task, { id, place: { type: 'WORKER', id: worker } });
    for (const [path, type, at] of [
      ['teams', 'TEAM', team],
      ['workers', 'WORKER', worker],
    ] as const) {
      const move = () => dispatch.put(`/containers/${path}/${at}`, { tasks: [-1, id] });
      await this.#persist(clients, `${notes} to ${type}`, move);
      Object.assign(task, { place: { type, id: at } });
    }
    // Some stay where they are.
    if (this.#made % 3 === 0) return;
    const time = Date.now();
    const actions = [
      { kind: 'start', taskId: id, actionId: `start ${notes}`, time },
      { kind: 'complete', taskId: id, actionId: `complete ${notes}`, time, success: true, notes },
    ];
    const done = await this.#persist(clients, `actions of ${notes}`, () => device.post('/driver/actions', { actions }));
    const statuses = done.json.results.map(({ status }: { status: number }) => status);
    assert.deepEqual(statuses, [200, 200], done.text);
    Object.assign(task, { isCompleted: true });
  }
}
