import { doCreateAdministratorKey } from '../../src/dispatch/administrators/actions.ts';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import type { TestServer } from '../harness/server.ts';
import type { Recorder } from './recorder.ts';
import { EXAMPLE_TIME_MS } from './stable.ts';

/** Address in San Francisco with its place, as tasks have it. */
export const DESTINATION = {
  address: { number: '543', street: 'Wharf St', city: 'San Francisco', country: 'USA' },
  location: [-122.3968, 37.7873],
};

/** A destination at another place, whose house number tells it apart. */
export const destinationAt = (lon: number, lat: number) => ({
  address: { ...DESTINATION.address, number: String(Math.round(-lon * 1000) % 1000) },
  location: [lon, lat],
});

/** Metadata by which things of the north depot are found. */
export const METADATA = [{ name: 'depot', type: 'string', value: 'north', visibility: ['api'] }];

/** A driver with the recorder that calls as they do. */
export interface Driver {
  id: string;
  phone: string;
  password: string;
  recorder: Recorder;
}

/** Server, organization and recorder of the calls of the dispatch API. */
export class DispatchWalk {
  readonly server: TestServer;
  readonly organizationId: string;
  readonly recorder: Recorder;

  constructor(server: TestServer, organizationId: string, recorder: Recorder) {
    this.server = server;
    this.organizationId = organizationId;
    this.recorder = recorder;
  }

  /** Time of the server, in milliseconds since 1970. */
  get time(): number {
    return this.server.clock.now().getTime();
  }

  /** Puts the clock minutes after the beginning of the examples: what says so in words is the same each time. */
  startAt(minutes: number): void {
    this.server.clock.advance(EXAMPLE_TIME_MS + minutes * 60_000 - this.time);
  }

  /** Makes a recorder that calls as an administrator, with a key of their own. */
  async administrator(email: string): Promise<Recorder> {
    const { key } = await this.server.services.database.transaction((tx) => doCreateAdministratorKey(tx, email, ''), {
      organizationId: this.organizationId,
    });
    return this.recorder.as(`Basic ${Buffer.from(`${key}:`).toString('base64')}`);
  }

  /** Makes a driver of a team who is signed in, and with a place also on duty there. */
  async driver(name: string, { phone, team, place }: { phone: string; team: string; place?: number[] }) {
    const { worker_id: id, password } = await createWorkerForCli(this.server.services, {
      organizationId: this.organizationId,
      team,
      name,
      phone,
    });
    const { token } = await this.recorder.send('sign-in', { body: { phone, password } });
    const recorder = this.recorder.as(`Bearer ${token}`);
    if (place) {
      await recorder.send('set-duty', { body: { onDuty: true } });
      await recorder.send('report-positions', { body: { location: place, time: this.time } });
    }
    return { id, phone, password, recorder } satisfies Driver;
  }

  /** Creates a task, and returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer
  task(given: object = {}): Promise<any> {
    return this.recorder.send('create-task', { body: { destination: DESTINATION, ...given } });
  }
}
