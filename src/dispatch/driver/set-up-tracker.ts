import { Type } from 'typebox';
import { createCredential, isInUse, keepLatestCredentials } from '../../platform/credentials/credentials.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { DispatchError } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from '../workers/access.ts';

/** Seconds between positions, while one moves. */
const INTERVAL = 30;

/** Settings link of each tracker app, as its documentation defines it. */
const SETTINGS = {
  /** https://owntracks.org/booklet/features/remoteconfig : an address that holds the configuration; mode 3 is HTTP. */
  owntracks(base: string, token: string): string {
    const configuration = {
      _type: 'configuration',
      mode: 3,
      url: `${base}/api/v2/driver/owntracks`,
      auth: true,
      username: 'driver',
      password: token,
      monitoring: 1,
      locatorInterval: INTERVAL,
    };
    return `owntracks:///config?inline=${encodeURIComponent(Buffer.from(JSON.stringify(configuration)).toString('base64'))}`;
  },
  /** https://www.traccar.org/client-configuration : the server's address, with the settings as its query. */
  traccar: (base: string, token: string): string =>
    `${base}/api/v2/driver/traccar?id=${encodeURIComponent(token)}&interval=${INTERVAL}`,
};

export const setUpTracker = dispatchOperation({
  method: 'POST',
  path: '/driver/trackers',
  summary: 'Create a token for a tracker app, and the address that sets the app up',
  access: 'worker',
  body: Type.Object({ app: Type.Enum(['owntracks', 'traccar'], { description: 'Tracker app to set up.' }) }),
  answer: Type.Object({ url: Type.String({ description: 'Address that sets the app up. It is shown once.' }) }),
  errors: [1402],
  async write({ tx, caller, services }, { body }) {
    const { organizationId, workerId: subject, credentialId } = caller;
    // Signing a worker's devices out locks the worker too, so no device leaves an unseen tracker behind.
    await accessWorkerForUpdate(tx, subject);
    if (!(await isInUse(tx, organizationId, credentialId))) throw new DispatchError(1102);
    const owner = { organizationId, kind: 'worker', subject, label: body.app } as const;
    // An app has one token: the one that was shown before ends.
    await keepLatestCredentials(tx, owner, 0);
    const { key } = await createCredential(tx, owner);
    return { url: SETTINGS[body.app](await organizationUrl(services, organizationId), key) };
  },
});
