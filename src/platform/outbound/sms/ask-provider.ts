import { sendRequest } from '../../http-client/request.ts';
import type { ServiceReply } from '../service-reply.ts';

const TIMEOUT_MS = 5000;
const MAX_READ = 65_536;
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

/**
 * Asks a provider for something that sends no SMS, with the account's credentials.
 * @returns how it responded: what is asked for need not be there, where somebody speaks the provider's language
 * @throws when it does not respond
 */
export async function askSmsProvider(address: string, user: string, password: string): Promise<ServiceReply> {
  const url = new URL(address);
  const { host } = url;
  const { status } = await sendRequest({
    url,
    method: 'GET',
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_READ,
    longer: 'cut',
    allowInsecure: true,
  });
  if (REFUSED.has(status)) return { host, state: 'refuses', status };
  if (status >= 500) return { host, state: 'fails', status };
  return { host, state: status < 400 ? 'accepts' : 'responds' };
}
