import { equalsInConstantTime } from '../../../platform/credentials/equal.ts';
import type { Services } from '../../../platform/services.ts';
import { realmUrl } from '../../settings/address.ts';

const PURPOSE = 'unsubscribe from e-mails';

/** Whose e-mails are to end. */
export interface Unsubscriber {
  organizationId: string;
  userId: number;
}

/** Where a person ends e-mails without signing in. It always holds: a mail may be opened after years. */
export function unsubscribeUrl(services: Services, { organizationId, userId }: Unsubscriber): string {
  return `${realmUrl(services)}/email/unsubscribe/${organizationId}/${userId}/${sign(services, organizationId, userId)}`;
}

/** Whose link it is; undefined when we did not make it. */
export function readUnsubscribeLink(
  services: Services,
  given: { organizationId: string; userId: string; signature: string },
): Unsubscriber | undefined {
  const { organizationId, signature } = given;
  if (!/^[1-9]\d{0,14}$/.test(given.userId)) return undefined;
  const userId = Number(given.userId);
  const isOurs = equalsInConstantTime(sign(services, organizationId, userId), signature);
  return isOurs ? { organizationId, userId } : undefined;
}

function sign({ secrets }: Services, organizationId: string, userId: number): string {
  return secrets.sign(PURPOSE, `${organizationId} ${userId}`);
}
