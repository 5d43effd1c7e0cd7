import { lookup } from 'node:dns/promises';
import { readCertificate } from '../../platform/http-client/read-certificate.ts';
import type { Services } from '../../platform/services.ts';
import { type Finding, passOrFail } from './finding.ts';

const DAY_MS = 86_400_000;
/** Programs that renew certificates do so a month before their end: with less, renewal has failed. */
const RENEWED_DAYS = 14;

/** Checks that the host of `PUBLIC_URL` is known, and until when its certificate is valid. */
export async function examinePublicUrl({ config: { publicUrl }, clock }: Services): Promise<Finding[]> {
  const check = 'public URL';
  if (publicUrl === undefined)
    return [{ check, state: 'warn', detail: 'PUBLIC_URL is not set: links work on this machine only' }];
  const url = new URL(publicUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!(await isResolved(host))) return [{ check, state: 'fail', detail: `not found in DNS: ${host}` }];
  const known = passOrFail(check, true, publicUrl);
  if (url.protocol !== 'https:') return [known];
  return [known, await examineCertificate(url, clock.now())];
}

/** Whether DNS, or the machine, knows a host's address. */
export async function isResolved(host: string): Promise<boolean> {
  try {
    await lookup(host);
    return true;
  } catch {
    return false;
  }
}

async function examineCertificate(url: URL, now: Date): Promise<Finding> {
  const check = 'certificate';
  try {
    const { end, problem } = await readCertificate(url);
    const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
    const detail = `of ${url.hostname}, valid until ${end.toISOString()}`;
    if (days < 0) return passOrFail(check, false, `${detail}: expired`);
    if (problem) return passOrFail(check, false, `${detail}: ${problem}`);
    return { check, state: days < RENEWED_DAYS ? 'warn' : 'ok', detail: `${detail} (${days} days)` };
  } catch (error) {
    // Many networks do not lead back in from within.
    const reason = (error as Error).message;
    return { check, state: 'warn', detail: `${url.host} cannot be reached from this machine: ${reason}` };
  }
}
