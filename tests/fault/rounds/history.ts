import assert from 'node:assert/strict';
import type { Answer, ChatClient, DispatchClient } from '../../harness/clients.ts';
import type { FollowedMessages } from './followed-messages.ts';

/** A message that was sent, and what is known of it. */
interface Sent {
  by: string;
  /** Every text that it was to have, in order, the first at its sending. */
  texts: string[];
  /** Undefined: never acknowledged. */
  id?: number;
  /** The newest of `texts` that was acknowledged. */
  acknowledged: number;
}

/** Knowledge about a task: where it must be now. */
export interface SentTask {
  notes: string;
  /** Undefined: never acknowledged. */
  id?: string;
  place?: { type: 'TEAM' | 'WORKER'; id: string };
  isCompleted?: boolean;
}

interface WireTask {
  id: string;
  notes: string;
  state: number;
  worker: string | null;
  container: { type: string; team?: string; worker?: string };
  completionDetails: { success?: boolean; notes?: string };
}

const ACTIVE = [0, 1, 2];
const COMPLETED = 3;
/** Messages of one answer: the most that may be asked for. */
const PAGE = 5000;

function must(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Acknowledged requests of a round, checked against the program. */
export class History {
  readonly topic: string;
  readonly #messages = new Map<string, Sent>();
  readonly tasks: SentTask[] = [];
  /** Tasks of one request each: all of them are there or none is. */
  readonly together: SentTask[][] = [];
  /** Acknowledged changes, by the process that was asked. */
  readonly acknowledged = new Map<string, number>();

  constructor(topic: string) {
    this.topic = topic;
  }

  /** Takes note of a message before it is sent. */
  begins(by: string, text: string): Sent {
    assert.ok(!this.#messages.has(text));
    const sent = { by, texts: [text], acknowledged: -1 };
    this.#messages.set(text, sent);
    return sent;
  }

  /** Takes note of an answer that says it is done. */
  counts(url: string): void {
    this.acknowledged.set(url, (this.acknowledged.get(url) ?? 0) + 1);
  }

  get size(): number {
    return [...this.acknowledged.values()].reduce((sum, each) => sum + each, 0);
  }

  /** Every acknowledged message is there once and in order, with the text of its last edit; what was never sent is not. */
  async checkMessages(chat: ChatClient, followed: readonly FollowedMessages[]): Promise<void> {
    const messages = await everyMessage(chat, this.topic);
    const sentAs = new Map([...this.#messages.values()].flatMap((sent) => sent.texts.map((text) => [text, sent])));
    const found = new Map<Sent, number>();
    for (const { id, content } of messages) {
      const sent = sentAs.get(content);
      assert.ok(sent, `nobody sent ${JSON.stringify(content)}`);
      assert.ok(!found.has(sent), `${JSON.stringify(content)} is there twice: ${found.get(sent)} and ${id}`);
      found.set(sent, id);
      const at = sent.texts.indexOf(content);
      assert.ok(at >= sent.acknowledged, `${id} has ${content}, and edit ${sent.acknowledged} was acknowledged`);
    }
    const newest = new Map<string, number>();
    for (const sent of this.#messages.values()) {
      if (sent.id === undefined) continue;
      assert.equal(found.get(sent), sent.id, `${sent.texts[0]} was acknowledged as ${sent.id}`);
      assert.ok(sent.id > (newest.get(sent.by) ?? 0), `${sent.texts[0]} lies before one that was sent earlier`);
      newest.set(sent.by, sent.id);
    }
    const now = new Map(messages.map(({ id, content }) => [id, content]));
    for (const each of followed) each.check(this.topic, now);
  }

  /** Every acknowledged task is there once, where it was put last, and in the list of its container once. */
  async checkTasks(dispatch: DispatchClient, workers: readonly string[]): Promise<void> {
    const all = await everyTask(dispatch);
    for (const sent of this.tasks) {
      const found = all.filter(({ notes }) => notes === sent.notes);
      const [task] = found;
      if (sent.id === undefined) {
        assert.ok(found.length <= 1, `${sent.notes} is there ${found.length} times`);
        continue;
      }
      const ids = found.map(({ id }) => id);
      assert.deepEqual(ids, [sent.id], sent.notes);
      if (sent.isCompleted) {
        assert.equal(task!.state, COMPLETED, sent.notes);
        assert.deepEqual([task!.completionDetails.success, task!.completionDetails.notes], [true, sent.notes]);
      } else if (sent.place) {
        const { type, team, worker } = task!.container;
        assert.deepEqual([type, team ?? worker], [sent.place.type, sent.place.id], sent.notes);
      }
    }
    for (const tasks of this.together) {
      const there = tasks.filter((sent) => all.some(({ notes }) => notes === sent.notes)).length;
      assert.ok(there === 0 || there === tasks.length, `${there} tasks of ${tasks.length}: ${tasks[0]!.notes}`);
    }
    for (const worker of workers) {
      const { tasks } = must(await dispatch.get(`/containers/workers/${worker}`)) as { tasks: string[] };
      const active = all.filter((task) => task.worker === worker && ACTIVE.includes(task.state)).map(({ id }) => id);
      assert.deepEqual(tasks.toSorted(), active.toSorted(), `the tasks of worker ${worker}`);
    }
  }
}

interface WireMessage {
  id: number;
  content: string;
}

async function everyMessage(chat: ChatClient, topic: string): Promise<WireMessage[]> {
  const narrow = [
    { operator: 'channel', operand: 'dock' },
    { operator: 'topic', operand: topic },
  ];
  const all: WireMessage[] = [];
  for (;;) {
    const from = {
      anchor: all.at(-1)?.id ?? 'oldest',
      include_anchor: all.length === 0,
      num_before: 0,
      num_after: PAGE,
    };
    const answer = must(await chat.get('/messages', { ...from, narrow, apply_markdown: false }));
    all.push(...answer.messages);
    if (answer.found_newest) return all;
  }
}

async function everyTask(dispatch: DispatchClient): Promise<WireTask[]> {
  const all: WireTask[] = [];
  let lastId: string | undefined;
  do {
    const page = must(await dispatch.get(`/tasks/all?from=0${lastId ? `&lastId=${lastId}` : ''}`));
    all.push(...page.tasks);
    ({ lastId } = page);
  } while (lastId);
  return all;
}
