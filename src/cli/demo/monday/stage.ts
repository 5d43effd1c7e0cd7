import { setTimeout as pause } from 'node:timers/promises';
import { doSignIn } from '../../../dispatch/driver/actions.ts';
import { inviteImportedPeople } from '../../../pages/imported-people/actions.ts';
import { doPutChecklistAway } from '../../../pages/setup/actions.ts';
import { listOutbox } from '../../../platform/outbound/outbox.ts';
import type { Services } from '../../../platform/services.ts';
import { importListFile } from '../../import-list.ts';
import { createKey } from '../../keys.ts';
import { CHANNELS } from '../cast.ts';
import { DemoClient } from '../client.ts';
import { type Colleague, type DemoDriver, makeDeliveriesChannel, type Stage } from '../stage.ts';
import { DRIVERS, depotOf, driverPhone, ordersList, PEOPLE, personAddress, personName, TEAM_NAMES } from './company.ts';
import { moveCompanyIn } from './move-in.ts';

/** People of the company who write in the demo; all others wait at their invitations. */
const COLLEAGUES = [1, 2, 3];
/** Orders of the day. */
const ORDERS = 60;
const POLL_MS = 500;

/** Stage of the Monday, and an invitation that nobody has accepted. */
export interface MondayStage extends Stage {
  invitation: { name: string; link: string };
}

/**
 * Plays the Friday and the morning: the company moves in, its people are invited, drivers are on duty at their depots,
 * orders are imported from a list, and each team's routes are planned.
 * @param folder for the archive and the list
 */
export async function setMonday(
  services: Services,
  url: string,
  { stop, folder, password }: { stop: AbortSignal; folder: string; password: string },
): Promise<MondayStage> {
  const organizationId = await moveCompanyIn(services, folder, password);
  await services.database.transaction((tx) => doPutChecklistAway(tx), { organizationId });
  await inviteImportedPeople(services, organizationId, PEOPLE);
  const { api_key } = await createKey(services, { organization: organizationId, label: 'demo' });
  const dispatch = new DemoClient(`${url}/api/v2`, DemoClient.basic(api_key, ''), stop);
  const colleagueOf = async (n: number): Promise<Colleague> => {
    const email = personAddress(n);
    const key = await createKey(services, { organization: organizationId, email, label: 'demo' });
    const client = new DemoClient(`${url}/api/v1`, DemoClient.basic(email, key.api_key), stop);
    const { user_id: userId } = await client.get<{ user_id: number }>('/users/me');
    return { userId, name: personName(n), client };
  };
  const [owner, ...colleagues] = await Promise.all([0, ...COLLEAGUES].map(colleagueOf));
  await owner!.client.postForm('/users/me/subscriptions', {
    subscriptions: JSON.stringify(CHANNELS.map((name) => ({ name }))),
    principals: JSON.stringify([owner!, ...colleagues].map(({ userId }) => userId)),
  });
  const deliveriesChannel = await makeDeliveriesChannel(dispatch, owner!, colleagues[0]!);
  const now = () => services.clock.now().getTime();
  const drivers = await bringDrivers(services, { dispatch, organizationId, url, stop, now });
  await importListFile(services, new TextEncoder().encode(ordersList(ORDERS)), { organization: organizationId });
  const teamIds = await planRoutes(dispatch);
  return {
    ...{ dispatch, owner: owner!, colleagues, drivers, teamIds, organizationId, deliveriesChannel, now },
    hasOrders: true,
    invitation: {
      name: personName(PEOPLE - 1),
      link: await invitationOf(services, organizationId, personAddress(PEOPLE - 1)),
    },
  };
}

/** Lets the workers of the list come to their phones, as a dispatcher's link does. */
async function bringDrivers(
  services: Services,
  {
    dispatch,
    organizationId,
    url,
    stop,
    now,
  }: { dispatch: DemoClient; organizationId: string; url: string; stop: AbortSignal; now: () => number },
): Promise<DemoDriver[]> {
  const workers = await dispatch.get<{ id: string; phone: string }[]>('/workers');
  const byPhone = workers.toSorted((a, b) => (a.phone < b.phone ? -1 : 1));
  const drivers: DemoDriver[] = [];
  for (const { id: workerId, phone } of byPhone) {
    const n = drivers.length;
    if (phone !== driverPhone(n)) throw new Error(`the fleet has ${phone} where ${driverPhone(n)} drives`);
    const token = await services.database.transaction((tx) => doSignIn(tx, workerId, 'demo'), { organizationId });
    const client = new DemoClient(`${url}/api/v2`, `Bearer ${token}`, stop);
    await client.post('/driver/duty', { onDuty: true });
    await client.post('/driver/positions', { location: depotOf(n), time: now() });
    drivers.push({ workerId, at: [...depotOf(n)], charge: 1 - n / 15, client });
  }
  return drivers;
}

/** Plans the routes of each team, and waits for them. @returns the teams' IDs */
async function planRoutes(dispatch: DemoClient): Promise<string[]> {
  const teams = await dispatch.get<{ id: string; name: string }[]>('/teams');
  const ids = TEAM_NAMES.map((wanted) => teams.find(({ name }) => name === wanted)!.id);
  for (const id of ids) {
    const { dispatchId } = await dispatch.post<{ dispatchId: string }>(`/teams/${id}/dispatch`, {
      maxTasksPerRoute: ORDERS / DRIVERS,
    });
    const stateOf = async () => (await dispatch.get<{ state: string }>(`/dispatches/${dispatchId}`)).state;
    while (!['COMPLETED', 'FAILED'].includes(await stateOf())) await pause(POLL_MS);
  }
  return ids;
}

/** Returns the link of somebody's invitation, as it stands in the outbox. */
async function invitationOf({ database }: Services, organizationId: string, email: string): Promise<string> {
  const mails = await listOutbox(database.reader, organizationId, 2 * PEOPLE);
  const mail = mails.find(({ recipient }) => recipient === email);
  const link = /http\S+\/join\/\w+/.exec(mail?.body ?? '')?.[0];
  if (!link) throw new Error(`nobody has invited ${email}`);
  return link;
}
