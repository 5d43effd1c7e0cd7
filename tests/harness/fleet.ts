import assert from 'node:assert/strict';
import { doCreateAdministratorKey } from '../../src/dispatch/administrators/actions.ts';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { DispatchClient } from './clients.ts';
import type { TestServer } from './server.ts';

let phones = 0;

/** A destination's body at a place. */
export const destinationAt = (lon = -122.4, lat = 37.78) => ({
  address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
  location: [lon, lat],
});

/** A worker who can be made to act. */
export interface TestDriver {
  id: string;
  driver: DispatchClient;
  goTo(lon: number, lat: number): Promise<void>;
}

/** An organization with a team, ready for workers and tasks. */
export async function startFleet(server: TestServer) {
  const organization = await server.organization();
  const api = new DispatchClient(organization.dispatch);
  const [admin] = (await api.get('/admins')).json;
  const team = async (name: string, more: object = {}): Promise<string> => {
    const answer = await api.post('/teams', { name, workers: [], managers: [admin.id], ...more });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.id;
  };
  const north = await team('North');
  /** A worker; with a place also on duty there. */
  const worker = async (place?: [number, number], teamName = 'North'): Promise<TestDriver> => {
    const created = await createWorkerForCli(server.services, {
      organizationId: organization.organization_id,
      team: teamName,
      name: 'Dora Driver',
      phone: `+1415556${String(++phones).padStart(4, '0')}`,
    });
    const anyone = new DispatchClient({ url: server.url, token: 'nobody' });
    const signedIn = await anyone.post('/driver/sign-in', { phone: created.phone, password: created.password });
    assert.equal(signedIn.status, 200, signedIn.text);
    const driver = new DispatchClient({ url: server.url, token: signedIn.json.token });
    const goTo = async (lon: number, lat: number) => {
      const time = server.clock.now().getTime();
      const answer = await driver.post('/driver/positions', { location: [lon, lat], time });
      assert.equal(answer.status, 200, answer.text);
    };
    if (place) {
      assert.equal((await driver.post('/driver/duty', { onDuty: true })).status, 200);
      await goTo(...place);
    }
    return { id: created.worker_id, driver, goTo };
  };
  /** Creates a task, and must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  const task = async (body: object = {}): Promise<any> => {
    const answer = await api.post('/tasks', { destination: destinationAt(), ...body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const container = async (type: string, id: string): Promise<string[]> =>
    (await api.get(`/containers/${type}/${id}`)).json.tasks;
  return {
    organization: organization.organization_id,
    secret: organization.dispatch.webhook_secret,
    /** The owner's account in the chat. */
    chat: organization.chat,
    api,
    north,
    team,
    worker,
    task,
    container,
  };
}

/** An administrator of some teams, with a key of their own; of none: one who sees everything. */
export async function makeDispatcher(
  server: TestServer,
  { api, organization }: Awaited<ReturnType<typeof startFleet>>,
  teams: readonly string[],
): Promise<{ client: DispatchClient; credential: string }> {
  const email = `dispatcher${teams.length}@couriers.example`;
  const { id } = (await api.post('/admins', { name: 'Dan Dispatcher', email })).json;
  for (const team of teams) assert.equal((await api.put(`/teams/${team}`, { managers: [id] })).status, 200);
  const made = await server.services.database.transaction((tx) => doCreateAdministratorKey(tx, email, ''), {
    organizationId: organization,
  });
  return { client: new DispatchClient({ url: server.url, api_key: made.key }), credential: made.id };
}

/** Adds hubs in one statement, named by numbers, for what depends on how many there are. */
export async function fillHubs({ services }: TestServer, organizationId: string, count: number): Promise<void> {
  await services.database.transaction((tx) =>
    tx.run(sql`
      insert into dispatch.hubs (organization_id, id, name, address, longitude, latitude, created_at, modified_at)
      select ${organizationId}, lpad(n::text, 24, 'x'), n, '{}', 0, 0, now(), now() from generate_series(1, ${count}::int) n`),
  );
}
