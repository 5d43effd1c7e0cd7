import { lookup } from 'node:dns/promises';
import { readCertificate } from '../../platform/http-client/read-certificate.ts';
import type { Services } from '../../platform/services.ts';
import type { HealthWords } from '../../platform/texts/health-words.ts';
import { type Finding, passOrFail } from './finding.ts';

const DAY_MS = 86_400_000;
/** Programs that renew certificates do so a month before their end: with less, renewal has failed. */
const RENEWED_DAYS = 14;

/** Checks that the host of `PUBLIC_URL` is known, and until when its certificate is valid. */
export async function examinePublicUrl(
  { config: { publicUrl }, clock }: Services,
  words: HealthWords,
): Promise<Finding[]> {
  const { texts } = words;
  const check = texts.checks.publicUrl;
  if (publicUrl === undefined) return [{ check, state: 'warn', detail: texts.noPublicUrl }];
  const url = new URL(publicUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!(await isResolved(host))) return [{ check, state: 'fail', detail: texts.unknownHost({ host }) }];
  const known = passOrFail(check, true, publicUrl);
  if (url.protocol !== 'https:') return [known];
  return [known, await examineCertificate(url, clock.now(), words)];
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

async function examineCertificate(url: URL, now: Date, { texts, time }: HealthWords): Promise<Finding> {
  const check = texts.checks.certificate;
  try {
    const { end, problem } = await readCertificate(url);
    const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
    const values = { host: url.hostname, end: time(end) };
    if (days < 0) return passOrFail(check, false, texts.certificate.expired(values));
    if (problem) return passOrFail(check, false, texts.certificate.problem({ ...values, problem }));
    return { check, state: days < RENEWED_DAYS ? 'warn' : 'ok', detail: texts.certificate.valid({ ...values, days }) };
  } catch (error) {
    // Many networks do not lead back in from within.
    const reason = (error as Error).message;
    return { check, state: 'warn', detail: texts.certificate.unreachable({ host: url.host, reason }) };
  }
}
