import { Type } from 'typebox';
import { ArchiveError } from '../archive/archive.ts';
import type { OnfleetApi } from './api.ts';
import { CompletedTasks } from './completed-tasks.ts';
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
  /** Completed tasks, oldest first. */
  completed: CompletedTasks;
  webhooks: SourceWebhook[];
  /** IDs of the tasks that a task depends on. */
  dependencies: Map<string, readonly string[]>;
}

const lists = {
  admins: Type.Array(SourceAdministrator),
  hubs: Type.Array(SourceHub),
  teams: Type.Array(SourceTeam),
  workers: Type.Array(SourceWorker),
  webhooks: Type.Array(SourceWebhook),
};

/**
 * Reads a whole fleet; nothing but a temporary file is written. Lists come last, so that their order is that of the end.
 * @throws {ArchiveError} when the server does not give it
 */
export async function readFleet(api: OnfleetApi, progress: (tasks: number) => void = () => {}): Promise<SourceFleet> {
  const organization = await api.get('/organization', SourceOrganization);
  const administrators = await api.get('/admins', lists.admins);
  const hubs = await api.get('/hubs', lists.hubs);
  const webhooks = await api.get('/webhooks', lists.webhooks);
  const recipients = new Map<string, SourceRecipient>();
  const listsRecipients = await readRecipients(api, recipients);
  const completed = await CompletedTasks.create();
  try {
    const { open, dependencies } = await readTasks(api, completed, recipients, progress);
    const teams = await api.get('/teams', lists.teams);
    const workers = await api.get('/workers', lists.workers);
    const rest = await api.find(`/containers/organizations/${organization.id}`, SourceContainer);
    for (const [path, list] of Object.entries({ hubs, admins: administrators, teams, workers }))
      refuseTwice(path, list);
    const order = [...workers, ...teams, ...(rest ? [rest] : [])].flatMap((each) => each.tasks ?? []);
    const places = new Map(order.map((id, place) => [id, place]));
    const placeOf = ({ id }: SourceTask) => places.get(id) ?? order.length;
    return {
      ...{ organization, administrators, hubs, webhooks, teams, workers, listsRecipients, completed, dependencies },
      recipients: [...recipients.values()],
      open: open.sort((a, b) => placeOf(a) - placeOf(b)),
      [Symbol.asyncDispose]: () => completed[Symbol.asyncDispose](),
    };
  } catch (error) {
    await completed[Symbol.asyncDispose]();
    throw error;
  }
}

/** Reads the recipients that a server lists. False when it does not list them: that is ours. */
async function readRecipients(api: OnfleetApi, recipients: Map<string, SourceRecipient>): Promise<boolean> {
  const read = (lastId: string) => api.find(`/recipients/all${lastId && `?lastId=${lastId}`}`, SourceRecipientPage);
  for await (const page of pagesOf(read)) {
    if (!page) return false;
    for (const { recipient } of page.recipients) recipients.set(recipient.id, recipient);
  }
  return true;
}

async function readTasks(
  api: OnfleetApi,
  completed: CompletedTasks,
  recipients: Map<string, SourceRecipient>,
  progress: (tasks: number) => void,
): Promise<Pick<SourceFleet, 'open' | 'dependencies'>> {
  const open: SourceTask[] = [];
  const seen = new Set<string>();
  const dependencies = new Map<string, readonly string[]>();
  const read = (lastId: string) => api.get(`/tasks/all?from=1${lastId && `&lastId=${lastId}`}`, SourceTaskPage);
  for await (const page of pagesOf(read)) {
    const done: SourceTask[] = [];
    for (const task of page.tasks) {
      if (seen.has(task.id)) continue;
      seen.add(task.id);
      for (const recipient of task.recipients)
        if (!recipients.has(recipient.id)) recipients.set(recipient.id, recipient);
      if (task.dependencies.length > 0) dependencies.set(task.id, task.dependencies);
      (task.state < 3 ? open : done).push(task);
    }
    await completed.add(done);
    progress(seen.size);
  }
  return { open, dependencies };
}

/** @throws {ArchiveError} for a list that has an ID twice: nobody can say which one is meant */
function refuseTwice(path: string, list: readonly { id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of list) {
    if (seen.has(id)) throw new ArchiveError(`The answer for /${path} has the ID ${id} twice.`);
    seen.add(id);
  }
}

/** Reads pages one after the other. @throws {ArchiveError} for pages that lead in a circle */
async function* pagesOf<Page extends { lastId?: string | null } | undefined>(
  read: (lastId: string) => Promise<Page>,
): AsyncGenerator<Page> {
  const seen = new Set<string>();
  for (let lastId: string | null | undefined = ''; lastId !== null && lastId !== undefined; ) {
    if (seen.has(lastId))
      throw new ArchiveError('A list of the other server does not end: its pages lead in a circle.');
    seen.add(lastId);
    const page: Page = await read(lastId);
    yield page;
    lastId = page?.lastId || undefined;
  }
}
