import { doCreateUser } from '../../chat/accounts/actions.ts';
import { createWorkerForCli } from '../../dispatch/workers/create-for-cli.ts';
import { doPutChecklistAway } from '../../pages/setup/actions.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';
import type { Services } from '../../platform/services.ts';
import { createOrganization } from '../organizations.ts';
import { CHANNELS, COLLEAGUES, ORGANIZATION, OWNER, TEAMS } from './cast.ts';
import { DEPOTS, type Place } from './city.ts';
import { DemoClient } from './client.ts';

/** A colleague who writes in the chat. */
export interface Colleague {
  userId: number;
  name: string;
  client: DemoClient;
}

/** A driver who is on duty. */
export interface DemoDriver {
  workerId: string;
  at: Place;
  /** Charge of the phone, from 0 to 1. */
  charge: number;
  client: DemoClient;
}

/** Participants of the demo. */
export interface Stage {
  /** The dispatch side, as the organization's key sees it. */
  dispatch: DemoClient;
  owner: Colleague;
  colleagues: readonly Colleague[];
  drivers: readonly DemoDriver[];
  teamIds: readonly string[];
  organizationId: string;
  /** Channel of the topics in which drivers and dispatchers talk about tasks. */
  deliveriesChannel: number;
  /** Whether the orders of the day are there already. */
  hasOrders: boolean;
  /** The server's time; milliseconds. */
  now(): number;
}

/** Makes the organization of the demo: people, channels, hubs, teams, and drivers who are on duty at their depots. */
export async function setStage(services: Services, url: string, stop: AbortSignal): Promise<Stage> {
  const { name, country, timezone } = ORGANIZATION;
  const made = await createOrganization(services, {
    name,
    country,
    timezone,
    ownerEmail: OWNER.email,
    ownerName: OWNER.name,
    ownerPassword: OWNER.password,
  });
  const organizationId = made.organization_id;
  // Everything on it is done by the time anybody looks.
  await services.database.transaction((tx) => doPutChecklistAway(tx), { organizationId });
  const chatOf = (email: string, key: string) => new DemoClient(`${url}/api/v1`, DemoClient.basic(email, key), stop);
  const owner = {
    userId: made.chat.user_id,
    name: OWNER.name,
    client: chatOf(made.chat.email, made.chat.api_key),
  };
  const colleagues: Colleague[] = [];
  for (const { name: fullName, email, role } of COLLEAGUES) {
    const { userId, key } = await services.database.transaction(
      async (tx) => {
        const id = await doCreateUser(tx, {
          organizationId,
          email,
          fullName,
          role,
          passwordHash: null,
          botType: null,
          botOwnerId: null,
        });
        return { userId: id, ...(await createCredential(tx, { organizationId, kind: 'chat', subject: String(id) })) };
      },
      { organizationId },
    );
    colleagues.push({ userId, name: fullName, client: chatOf(email, key) });
  }
  await owner.client.postForm('/users/me/subscriptions', {
    subscriptions: JSON.stringify(CHANNELS.map((channel) => ({ name: channel }))),
    principals: JSON.stringify([owner.userId, ...colleagues.map(({ userId }) => userId)]),
  });
  const dispatch = new DemoClient(`${url}/api/v2`, DemoClient.basic(made.dispatch.api_key, ''), stop);
  const deliveriesChannel = await makeDeliveriesChannel(dispatch, owner, colleagues[0]!);
  const teamIds = await makeTeams(dispatch);
  const now = () => services.clock.now().getTime();
  const drivers = await makeDrivers(services, { organizationId, url, stop, dispatch, now });
  const { id } = await dispatch.get<{ id: string }>('/organization');
  return {
    dispatch,
    owner,
    colleagues,
    drivers,
    teamIds,
    organizationId: id,
    deliveriesChannel,
    hasOrders: false,
    now,
  };
}

/** Gives tasks their topics in the chat, where a dispatcher answers drivers. */
export async function makeDeliveriesChannel(
  dispatch: DemoClient,
  owner: Colleague,
  dispatcher: Colleague,
): Promise<number> {
  const { organization } = await dispatch.put<{ organization: { channelId: number } }>('/conversations/settings', {});
  const { channelId } = organization;
  const { stream } = await owner.client.get<{ stream: { name: string } }>(`/streams/${channelId}`);
  await owner.client.postForm('/users/me/subscriptions', {
    subscriptions: JSON.stringify([{ name: stream.name }]),
    principals: JSON.stringify([dispatcher.userId]),
  });
  return channelId;
}

async function makeTeams(dispatch: DemoClient): Promise<string[]> {
  const [administrator] = await dispatch.get<{ id: string }[]>('/admins');
  const ids: string[] = [];
  for (const { name, depot } of TEAMS) {
    const { street, number, at } = DEPOTS.find((each) => each.name === depot)!;
    const address = { number, street, city: 'San Francisco', state: 'California', country: 'United States' };
    const hub = await dispatch.post<{ id: string }>('/hubs', { name: depot, address, location: at });
    const team = { name, workers: [], managers: [administrator!.id], hub: hub.id };
    ids.push((await dispatch.post<{ id: string }>('/teams', team)).id);
  }
  return ids;
}

async function makeDrivers(
  services: Services,
  {
    organizationId,
    url,
    stop,
    dispatch,
    now,
  }: { organizationId: string; url: string; stop: AbortSignal; dispatch: DemoClient; now: () => number },
): Promise<DemoDriver[]> {
  const drivers: DemoDriver[] = [];
  for (const { name: team, depot, vehicle, drivers: names } of TEAMS)
    for (const name of names) {
      // 555-0100 to 555-0199 are nobody's (North American Numbering Plan).
      const phone = `+1415555${String(100 + drivers.length).padStart(4, '0')}`;
      const { worker_id, password } = await createWorkerForCli(services, { organizationId, team, name, phone });
      await dispatch.put(`/workers/${worker_id}`, { vehicle: { type: vehicle } });
      const anyone = new DemoClient(`${url}/api/v2`, '', stop);
      const { token } = await anyone.post<{ token: string }>('/driver/sign-in', { phone, password });
      const client = new DemoClient(`${url}/api/v2`, `Bearer ${token}`, stop);
      const { at } = DEPOTS.find((each) => each.name === depot)!;
      await client.post('/driver/duty', { onDuty: true });
      await client.post('/driver/positions', { location: at, time: now() });
      // Not all were charged alike.
      drivers.push({ workerId: worker_id, at: [...at], charge: 1 - drivers.length / 15, client });
    }
  return drivers;
}
