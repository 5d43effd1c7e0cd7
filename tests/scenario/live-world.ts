import assert from 'node:assert/strict';
import type { Answer, DispatchClient } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';

/** A step of a history: what is done, and numbers that choose of what there is. */
export interface LiveStep {
  do: keyof typeof STEPS;
  a: number;
  b: number;
  c: number;
}

/** A fleet that is changed by several clients, each at a process of its own choice. */
export class LiveWorld {
  /**
   * Clients with full access; the same organization through different processes and keys. The first one requests lists.
   */
  readonly dispatchers: DispatchClient[];
  /** Devices of workers, by worker; empty where nobody is signed in. */
  readonly drivers: ReadonlyMap<string, DispatchClient>;
  readonly tag: string;
  made = 0;

  constructor(dispatchers: DispatchClient[], drivers: ReadonlyMap<string, DispatchClient>, tag: string) {
    this.dispatchers = dispatchers;
    this.drivers = drivers;
    this.tag = tag;
  }

  client(n: number): DispatchClient {
    return this.dispatchers[n % this.dispatchers.length]!;
  }

  /** A name that nobody has. */
  name(what: string): string {
    return `${what} ${this.tag} ${++this.made}`;
  }

  async list(path: string): Promise<{ id: string; name: string; tasks: string[]; [name: string]: unknown }[]> {
    const answer = await this.client(0).get(path);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.tasks ?? answer.json;
  }

  async tasks(): Promise<{ id: string; state: number; worker: string | null }[]> {
    return (await this.list('/tasks/all?from=0&state=0,1,2')) as never;
  }
}

const PLACE = { number: '1', street: 'Market Street', city: 'San Francisco', state: 'CA', country: 'US' };

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

type Step = (world: LiveWorld, client: DispatchClient, step: LiveStep) => Promise<Answer | undefined>;

/** Possible places of a task. */
async function somewhere(world: LiveWorld, n: number): Promise<{ type: string; path: string; id: string }> {
  const workers = (await world.list('/workers')).map(({ id }) => ({ type: 'WORKER', path: 'workers', id }));
  const teams = (await world.list('/teams')).map(({ id }) => ({ type: 'TEAM', path: 'teams', id }));
  const organization = {
    type: 'ORGANIZATION',
    path: 'organizations',
    id: (await world.client(0).get('/organization')).json.id,
  };
  return pick([...workers, ...teams, organization], n)!;
}

const containerOf = ({ type, id }: { type: string; id: string }) => ({ type, [type.toLowerCase()]: id });

/** Possible steps. A step without a target, or a refused one, does nothing. */
const STEPS = {
  async newTask(world, client, { a, b }) {
    const place = await somewhere(world, a);
    const recipients = b % 2 ? [{ name: world.name('Rita'), phone: `+1415555${1000 + (b % 50)}` }] : [];
    const dependencies = b % 3 === 0 ? (await world.tasks()).slice(0, 1).map(({ id }) => id) : [];
    const about = { notes: world.name('ring'), recipients, dependencies };
    return client.post('/tasks', {
      destination: destinationAt(-122.4 + b / 10_000),
      container: containerOf(place),
      ...about,
    });
  },
  async move(world, client, { a, b, c }) {
    const waiting = (await world.tasks()).filter(({ state }) => state < 2);
    const place = await somewhere(world, b);
    const chosen = [pick(waiting, a), pick(waiting, a + c)].flatMap((task) => (task ? [task.id] : []));
    return client.put(`/containers/${place.path}/${place.id}`, { tasks: [(c % 4) - 1, ...new Set(chosen)] });
  },
  async reorder(world, client, { a }) {
    const worker = pick(await world.list('/workers'), a);
    return worker && client.put(`/containers/workers/${worker.id}`, { tasks: [...worker.tasks].reverse() });
  },
  async changeTask(world, client, { a, b }) {
    const task = pick(await world.tasks(), a);
    return task && client.put(`/tasks/${task.id}`, { notes: world.name('gate'), quantity: b });
  },
  async cloneTask(world, client, { a }) {
    const task = pick(await world.tasks(), a);
    return task && client.post(`/tasks/${task.id}/clone`);
  },
  async deleteTask(world, client, { a }) {
    const task = pick(await world.tasks(), a);
    return task && client.delete(`/tasks/${task.id}`);
  },
  async completeTask(world, client, { a, b }) {
    const task = pick(await world.tasks(), a);
    return task && client.post(`/tasks/${task.id}/complete`, { completionDetails: { success: b % 2 === 0 } });
  },
  async assignSome(world, client, { b }) {
    const ids = (await world.tasks()).filter(({ state }) => state === 0).map(({ id }) => id);
    return client.post('/tasks/autoAssign', { tasks: ids.slice(0, 3), options: { mode: b % 2 ? 'load' : 'distance' } });
  },
  async drive(world, _client, { a, b, c }) {
    const [id, driver] = pick([...world.drivers], a) ?? [];
    if (!id || !driver) return undefined;
    const own = (await world.tasks()).filter(({ worker }) => worker === id);
    const task = own.find(({ state }) => state === 2) ?? own[0];
    if (b % 3 === 0) return driver.post('/driver/duty', { onDuty: c % 4 !== 0 });
    if (b % 3 === 1) return driver.post('/driver/positions', { location: [-122.4 + c / 1000, 37.7], time: Date.now() });
    if (!task) return undefined;
    const verb = task.state === 2 ? 'complete' : 'start';
    return driver.post(`/driver/tasks/${task.id}/${verb}`, verb === 'complete' ? { success: true } : {});
  },
  async newWorker(world, client, { a }) {
    const team = pick(await world.list('/teams'), a)!;
    const phone = `+1415557${String(1000 + ++world.made).slice(-4)}`;
    return client.post('/workers', { name: world.name('Dora'), phone, teams: [team.id] });
  },
  async changeWorker(world, client, { a, b, c }) {
    const worker = pick(await world.list('/workers'), a)!;
    const teams = (await world.list('/teams')).filter((_team, n) => (b >> n) % 2 === 0).map(({ id }) => id);
    return client.put(`/workers/${worker.id}`, c % 2 ? { capacity: c } : { name: world.name('Dan'), teams });
  },
  async deleteWorker(world, client, { a }) {
    const worker = pick(await world.list('/workers'), a);
    return worker && !world.drivers.has(worker.id) ? client.delete(`/workers/${worker.id}`) : undefined;
  },
  async newTeam(world, client, { a, b }) {
    const manager = pick(await world.list('/admins'), a)!;
    const worker = pick(await world.list('/workers'), b);
    return client.post('/teams', {
      name: world.name('Team'),
      managers: [manager.id],
      workers: worker ? [worker.id] : [],
    });
  },
  async changeTeam(world, client, { a, b, c }) {
    const team = pick(await world.list('/teams'), a)!;
    const workers = (await world.list('/workers')).filter((_worker, n) => (b >> n) % 2 === 0).map(({ id }) => id);
    const hub = pick(await world.list('/hubs'), c);
    return client.put(`/teams/${team.id}`, { ...(c % 2 ? { workers } : {}), ...(hub ? { hub: hub.id } : {}) });
  },
  async deleteTeam(world, client, { a }) {
    const own = (await world.list('/teams')).filter(({ name }) => name.startsWith('Team '));
    const team = pick(own, a);
    return team && client.delete(`/teams/${team.id}`);
  },
  async newHub(world, client, { a }) {
    const team = pick(await world.list('/teams'), a)!;
    return client.post('/hubs', { name: world.name('Hub'), address: PLACE, teams: [team.id] });
  },
  async changeHub(world, client, { a, b }) {
    const hub = pick(await world.list('/hubs'), a);
    const team = pick(await world.list('/teams'), b)!;
    return hub && client.put(`/hubs/${hub.id}`, { name: world.name('Hub'), teams: [team.id] });
  },
  async deleteHub(world, client, { a }) {
    const hub = pick(await world.list('/hubs'), a);
    return hub && client.delete(`/hubs/${hub.id}`);
  },
  async newAdministrator(world, client, { a }) {
    const team = pick(await world.list('/teams'), a)!;
    const email = `${world.name('ada').replaceAll(' ', '.').toLowerCase()}@couriers.example`;
    return client.post('/admins', { name: world.name('Ada'), email, ...(a % 2 ? { teams: [team.id] } : {}) });
  },
  async changeAdministrator(world, client, { a, b }) {
    const own = (await world.list('/admins')).filter(({ name }) => name.startsWith('Ada '));
    const administrator = pick(own, a);
    const team = pick(await world.list('/teams'), b)!;
    return administrator && client.put(`/admins/${administrator.id}`, { name: world.name('Ada'), teams: [team.id] });
  },
  async deleteAdministrator(world, client, { a }) {
    const own = (await world.list('/admins')).filter(({ name }) => name.startsWith('Ada '));
    const administrator = pick(own, a);
    return administrator && client.delete(`/admins/${administrator.id}`);
  },
  async changeDestination(world, client, { a, b }) {
    const task = pick((await world.tasks()) as unknown as { destination: { id: string } }[], a);
    return (
      task &&
      client.put(`/destinations/${task.destination.id}`, {
        notes: world.name('door'),
        location: [-122.3 - b / 1e4, 37.8],
      })
    );
  },
  async changeRecipient(world, client, { a }) {
    const tasks = (await world.tasks()) as unknown as { recipients: { id: string }[] }[];
    const recipient = pick(
      tasks.flatMap(({ recipients }) => recipients),
      a,
    );
    return recipient && client.put(`/recipients/${recipient.id}`, { name: world.name('Rolf'), notes: 'deaf' });
  },
  async routePlan(world, client, { a, b, c }) {
    const plans = (await client.get('/routePlans/all')).json?.routePlans ?? [];
    const plan = pick(plans as { id: string }[], a);
    const worker = pick(await world.list('/workers'), b)!;
    const waiting = (await world.tasks()).filter(({ state, worker }) => state < 2 && worker).map(({ id }) => id);
    if (!plan || c % 4 === 0)
      return client.post('/routePlans', {
        ...{ name: world.name('Plan'), startTime: Date.now(), startAt: 'WORKER_LOCATION', endAt: 'ANYWHERE' },
        ...{ worker: worker.id, tasks: waiting.slice(0, 1) },
      });
    if (c % 4 === 1) return client.put(`/routePlans/${plan.id}`, { name: world.name('Plan'), worker: worker.id });
    if (c % 4 === 2) return client.put(`/routePlans/${plan.id}/tasks`, { tasks: waiting.slice(0, 2) });
    return client.delete(`/routePlans/${plan.id}`);
  },
} satisfies Record<string, Step>;

export const liveStepNames = Object.keys(STEPS) as (keyof typeof STEPS)[];

/** Takes a step. @returns the status of its answer; 0 when there was nothing to do */
export async function takeLiveStep(world: LiveWorld, step: LiveStep): Promise<number> {
  const answer = await (STEPS[step.do] as Step)(world, world.client(step.a + step.b), step);
  assert.ok((answer?.status ?? 0) < 500, `${step.do}: ${answer?.text}`);
  return answer?.status ?? 0;
}
