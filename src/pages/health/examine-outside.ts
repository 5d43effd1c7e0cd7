import { connect } from 'node:net';
import { pingScanner } from '../../platform/files/scan.ts';
import { sendRequest } from '../../platform/http-client/request.ts';
import { providersOf } from '../../platform/outbound/providers.ts';
import type { Services } from '../../platform/services.ts';
import type { Finding } from './finding.ts';

/** Each service is asked for so long, all of them at once. */
const PATIENCE_MS = 5000;
const MAX_BYTES = 65_536;

/** Returns a sentence on how a service responded. @throws when it cannot be used */
type Ask = () => Promise<string>;

/** Asks each configured service outside whether it responds. Those that are not configured are left out. */
export function examineOutside(services: Services): Promise<Finding[]> {
  return Promise.all(
    Object.entries(configured(services)).map(async ([check, ask]): Promise<Finding> => {
      try {
        return { check, state: 'ok', detail: await inTime(ask()) };
      } catch (error) {
        return { check, state: 'fail', detail: (error as Error).message };
      }
    }),
  );
}

function configured(services: Services): Record<string, Ask> {
  const { config } = services;
  const { email, sms } = providersOf(services);
  return {
    ...(email && { mail: () => email.verify() }),
    ...(sms && { SMS: () => sms.verify() }),
    ...(config.apns && { 'push to iOS': () => reach(new URL(config.apns!.url)) }),
    ...(config.fcmAccount && { 'push to Android': () => request(config.fcmUrl) }),
    ...(config.geocoderUrl && { geocoder: () => request(config.geocoderUrl!) }),
    ...(config.routerUrl && { router: () => request(config.routerUrl!) }),
    ...(config.vroomUrl && { VROOM: () => request(config.vroomUrl!) }),
    ...(config.clamdAddress && { 'virus scanner': () => pingScanner(config.clamdAddress!) }),
  };
}

/** Any response counts, also a refusal: the request asks for nothing. */
async function request(address: string): Promise<string> {
  const url = new URL(address);
  // The operator says where it is; it usually is at home.
  const options = { timeoutMs: PATIENCE_MS, maxBytes: MAX_BYTES, longer: 'cut', allowInsecure: true } as const;
  const { status } = await sendRequest({ url, method: 'GET', ...options });
  if (status >= 500) throw new Error(`${url.host} responded with status ${status}`);
  return `${url.host} responds`;
}

/** For what speaks HTTP/2 only. */
function reach({ hostname, port, host }: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port || 443), hostname, () => {
      socket.destroy();
      resolve(`${host} accepts connections`);
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`${host} does not respond`)));
    socket.on('error', reject);
  });
}

async function inTime(asking: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it does not respond')), PATIENCE_MS);
  });
  try {
    return await Promise.race([asking, late]);
  } finally {
    clearTimeout(timer);
  }
}
