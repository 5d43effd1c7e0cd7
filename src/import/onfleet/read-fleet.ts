import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { Type } from 'typebox';
import { ArchiveError } from '../archive/archive.ts';
import type { OnfleetApi } from './api.ts';
import {
  SourceAdministrator,
  SourceContainer,
  SourceHub,
  SourceOrganization,
  type SourceRecipient,
  SourceRecipientPage,
  type SourceTask,
  SourceTaskPage,
  SourceTeam,
  SourceWebhook,
  SourceWorker,
} from './shapes.ts';

/** A fleet as another server has it, read whole. */
export interface SourceFleet extends AsyncDisposable {
  organization: SourceOrganization;
  hubs: SourceHub[];
  administrators: SourceAdministrator[];
  teams: SourceTeam[];
  workers: SourceWorker[];
  recipients: SourceRecipient[];
  /** Whether the server lists recipients; otherwise only those of tasks are known. */
  listsRecipients: boolean;
  /** Tasks that are not completed, in the order of their lists. */
  open: SourceTask[];
  /** Number of completed tasks, which lie in a temporary file. */
  completed: number;
  webhooks: SourceWebhook[];
  /** IDs of the tasks that a task depends on. */
  dependencies: Map<string, readonly string[]>;
  /** Reads the completed tasks, oldest first. */
  completedTasks(): AsyncIterable<SourceTask>;
}

const lists = {
  admins: Type.Array(SourceAdministrator),
  hubs: Type.Array(SourceHub),
  teams: Type.Array(SourceTeam),
  workers: Type.Array(SourceWorker),
  webhooks: Type.Array(SourceWebhook),
};

/**
 * Reads a whole fleet; nothing is written but a temporary file. Lists come last, so that their order is that of the end.
 * @throws {ArchiveError} when the server does not give it
 */
export async function readFleet(api: OnfleetApi, progress: (tasks: number) => void = () => {}): Promise<SourceFleet> {
  const organization = await api.get('/organization', SourceOrganization);
  const administrators = await api.get('/admins', lists.admins);
  const hubs = await api.get('/hubs', lists.hubs);
  const webhooks = await api.get('/webhooks', lists.webhooks);
  const recipients = new Map<string, SourceRecipient>();
  const listsRecipients = await readRecipients(api, recipients);
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-fleet-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const file = path.join(folder, 'completed');
    const tasks = await readTasks(api, file, recipients, progress);
    const teams = await api.get('/teams', lists.teams);
    const workers = await api.get('/workers', lists.workers);
    const rest = await api.find(`/containers/organizations/${organization.id}`, SourceContainer);
    for (const [path, list] of Object.entries({ hubs, admins: administrators, teams, workers }))
      refuseTwice(path, list);
    const order = [...workers, ...teams, ...(rest ? [rest] : [])].flatMap((each) => each.tasks ?? []);
    const places = new Map(order.map((id, place) => [id, place]));
    const placeOf = ({ id }: SourceTask) => places.get(id) ?? order.length;
    return {
      ...{ organization, administrators, hubs, webhooks, teams, workers, listsRecipients },
      ...{ recipients: [...recipients.values()], dependencies: tasks.dependencies, completed: tasks.completed },
      open: tasks.open.sort((a, b) => placeOf(a) - placeOf(b)),
      completedTasks: () => readLines(file),
      [Symbol.asyncDispose]: remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Reads the recipients that a server lists. False when it does not list them: that is ours. */
async function readRecipients(api: OnfleetApi, recipients: Map<string, SourceRecipient>): Promise<boolean> {
  for (let lastId = ''; ; ) {
    const page = await api.find(`/recipients/all${lastId && `?lastId=${lastId}`}`, SourceRecipientPage);
    if (!page) return false;
    for (const { recipient } of page.recipients) recipients.set(recipient.id, recipient);
    if (!page.lastId) return true;
    lastId = goneOn(lastId, page.lastId);
  }
}

async function readTasks(
  api: OnfleetApi,
  file: string,
  recipients: Map<string, SourceRecipient>,
  progress: (tasks: number) => void,
): Promise<Pick<SourceFleet, 'open' | 'completed' | 'dependencies'>> {
  const open = new Map<string, SourceTask>();
  const seen = new Set<string>();
  const dependencies = new Map<string, readonly string[]>();
  const out = createWriteStream(file, { mode: 0o600 });
  const isWritten = finished(out);
  // Its failure is met below.
  isWritten.catch(() => {});
  try {
    for (let lastId = ''; ; ) {
      const page = await api.get(`/tasks/all?from=1${lastId && `&lastId=${lastId}`}`, SourceTaskPage);
      for (const task of page.tasks) {
        if (seen.has(task.id)) continue;
        seen.add(task.id);
        for (const recipient of task.recipients)
          if (!recipients.has(recipient.id)) recipients.set(recipient.id, recipient);
        if (task.dependencies.length > 0) dependencies.set(task.id, task.dependencies);
        if (task.state < 3) open.set(task.id, task);
        else if (!out.write(`${JSON.stringify(task)}\n`)) await drained(out);
      }
      progress(seen.size);
      if (!page.lastId) break;
      lastId = goneOn(lastId, page.lastId);
    }
  } finally {
    out.end();
  }
  await isWritten;
  return { open: [...open.values()], completed: seen.size - open.size, dependencies };
}

function drained(out: ReturnType<typeof createWriteStream>): Promise<void> {
  return new Promise((resolve, reject) => {
    out.once('drain', resolve);
    out.once('error', reject);
  });
}

/** @throws {ArchiveError} for a list that has an ID twice: nobody can say which one is meant */
function refuseTwice(path: string, list: readonly { id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of list) {
    if (seen.has(id)) throw new ArchiveError(`The answer for /${path} has the ID ${id} twice.`);
    seen.add(id);
  }
}

/** @throws {ArchiveError} for a page that leads to itself */
function goneOn(before: string, lastId: string): string {
  if (lastId === before) throw new ArchiveError('A list of the other server does not end: two pages have one lastId.');
  return lastId;
}

async function* readLines(file: string): AsyncGenerator<SourceTask> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line);
}
