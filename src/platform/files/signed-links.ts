import type { FastifyRequest } from 'fastify';
import type { SecretBox } from '../credentials/secret-box.ts';
import { logRefusedRequest } from '../log-refused-request.ts';
import type { Services } from '../services.ts';

/**
 * Signs an address so that whoever has it gets in, for a while.
 * @param purpose what it opens: a signature for one purpose is none for another
 * @returns `TIME.SIGNATURE`, to be put into the address; URL-safe
 */
export function signLink({ secrets, clock }: Services, purpose: string, subject: string, seconds: number): string {
  const until = Math.ceil(clock.now().getTime() / 1000) + seconds;
  return `${until}.${secrets.sign(purpose, `${until} ${subject}`)}`;
}

/** Whether the signature is ours, for this purpose and subject, and its time has not passed. */
export function isSignedLink({ secrets, clock }: Services, purpose: string, subject: string, signed: string): boolean {
  return Number(signed.split('.')[0]) >= clock.now().getTime() / 1000 && isOurs(secrets, purpose, subject, signed);
}

/** The same for a link that a request has come by; the security log has it when the signature is not ours. */
export function opensByLink(
  services: Services,
  request: FastifyRequest,
  { purpose, subject, signed }: { purpose: string; subject: string; signed: string },
): boolean {
  if (isSignedLink(services, purpose, subject, signed)) return true;
  if (!isOurs(services.secrets, purpose, subject, signed)) logRefusedRequest(services, request, 'bad signature');
  return false;
}

function isOurs(secrets: SecretBox, purpose: string, subject: string, signed: string): boolean {
  const [until = '', signature = ''] = signed.split('.');
  return /^\d{1,12}$/.test(until) && secrets.isSigned(purpose, `${until} ${subject}`, signature);
}
