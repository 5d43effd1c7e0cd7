import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { DispatchClient } from '../harness/clients.ts';
import { startTestServer } from '../harness/server.ts';

/** A server, and the environment of somebody who tries a client on it. */
export interface Reader extends AsyncDisposable {
  environment: Record<string, string>;
}

/** Starts a server with an organization, its keys, and a driver who can sign in. */
export async function startForReader(): Promise<Reader> {
  const server = await startTestServer();
  const { organization_id: organizationId, chat, dispatch } = await server.organization();
  const api = new DispatchClient(dispatch);
  const { json: admins } = await api.get('/admins');
  await api.post('/teams', { name: 'North', workers: [], managers: [admins[0].id] });
  const phone = '+14155570001';
  const made = await createWorkerForCli(server.services, { organizationId, team: 'North', name: 'Dora Driver', phone });
  const environment = {
    HUBBUB_URL: server.url,
    CHAT_EMAIL: chat.email,
    CHAT_API_KEY: chat.api_key,
    API_KEY: dispatch.api_key,
    DRIVER_PHONE: phone,
    DRIVER_PASSWORD: made.password,
  };
  return { environment, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
