import { connect } from 'node:net';
import { pingScanner } from '../../platform/files/scan.ts';
import { sendRequest } from '../../platform/http-client/request.ts';
import { providersOf } from '../../platform/outbound/providers.ts';
import type { ServiceReply } from '../../platform/outbound/service-reply.ts';
import type { Services } from '../../platform/services.ts';
import type { HealthWords } from '../../platform/texts/health-words.ts';
import { type Finding, passOrFail } from './finding.ts';

/** Each service is asked for so long, all of them at once. */
const PATIENCE_MS = 5000;
const MAX_BYTES = 65_536;

/** Returns how a service responded. @throws when it cannot be reached */
type Ask = () => Promise<ServiceReply>;

type Service = 'mail' | 'sms' | 'apns' | 'fcm' | 'geocoder' | 'router' | 'vroom' | 'scanner';

const WORKS: ReadonlySet<ServiceReply['state']> = new Set(['responds', 'accepts', 'connects']);

/** Asks each configured service outside whether it responds. Those that are not configured are left out. */
export function examineOutside(services: Services, { texts }: HealthWords): Promise<Finding[]> {
  return Promise.all(
    Object.entries(configured(services)).map(async ([service, ask]): Promise<Finding> => {
      const check = texts.checks[service as Service];
      try {
        const reply = await inTime(service, ask());
        return passOrFail(check, WORKS.has(reply.state), sentenceOf(reply, texts.replies));
      } catch (error) {
        return { check, state: 'fail', detail: (error as Error).message };
      }
    }),
  );
}

function sentenceOf(reply: ServiceReply, texts: HealthWords['texts']['replies']): string {
  const { host } = reply;
  if ('text' in reply) return texts.reports({ host, text: reply.text });
  if ('status' in reply) return texts[reply.state]({ host, status: String(reply.status) });
  return texts[reply.state]({ host });
}

function configured(services: Services): Partial<Record<Service, Ask>> {
  const { config } = services;
  const { email, sms } = providersOf(services);
  return {
    ...(email && { mail: () => email.verify() }),
    ...(sms && { sms: () => sms.verify() }),
    ...(config.apns && { apns: () => reach(new URL(config.apns!.url)) }),
    ...(config.fcmAccount && { fcm: () => request(config.fcmUrl) }),
    ...(config.geocoderUrl && { geocoder: () => request(config.geocoderUrl!) }),
    ...(config.routerUrl && { router: () => request(config.routerUrl!) }),
    ...(config.vroomUrl && { vroom: () => request(config.vroomUrl!) }),
    ...(config.clamdAddress && { scanner: () => pingScanner(config.clamdAddress!) }),
  };
}

/** Any response counts, also a refusal: the request asks for nothing. */
async function request(address: string): Promise<ServiceReply> {
  const url = new URL(address);
  // The operator says where it is; it usually is at home.
  const options = { timeoutMs: PATIENCE_MS, maxBytes: MAX_BYTES, longer: 'cut', allowInsecure: true } as const;
  const { status } = await sendRequest({ url, method: 'GET', ...options });
  const { host } = url;
  return status >= 500 ? { host, state: 'fails', status } : { host, state: 'responds' };
}

/** For what speaks HTTP/2 only. */
function reach({ hostname, port, host }: URL): Promise<ServiceReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port || 443), hostname, () => {
      socket.destroy();
      resolve({ host, state: 'connects' });
    });
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy();
      resolve({ host, state: 'silent' });
    });
    socket.on('error', reject);
  });
}

async function inTime(service: string, asking: Promise<ServiceReply>): Promise<ServiceReply> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ServiceReply>((resolve) => {
    timer = setTimeout(() => resolve({ host: service, state: 'silent' }), PATIENCE_MS);
  });
  try {
    return await Promise.race([asking, late]);
  } finally {
    clearTimeout(timer);
  }
}
