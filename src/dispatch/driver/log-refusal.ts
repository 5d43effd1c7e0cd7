import type { Logger } from 'pino';
import { logSecurityEvent } from '../../platform/security-log.ts';
import { DispatchError } from '../http/errors.ts';

/** Checks a password, and writes a wrong one to the security log. */
export async function logRefusal<T>(log: Logger, address: string, check: () => Promise<T>): Promise<T> {
  return check().catch((error: unknown): never => {
    if (error instanceof DispatchError)
      logSecurityEvent(log, { event: 'sign_in_refused', api: 'dispatch', reason: 'wrong password', address });
    throw error;
  });
}
