import { ChatError } from '../http/errors.ts';

/** An address that was not invited: why, and whether its account is deactivated. */
export type RefusedAddress = [address: string, reason: string, isDeactivated: boolean];

/**
 * Some or all were not invited (spec: chat 4.9).
 * @param errors why, for each address
 */
export function invitationFailed(
  text: string,
  given: { errors?: readonly RefusedAddress[]; sent?: boolean; dailyLimit?: boolean },
): ChatError {
  return new ChatError('INVITATION_FAILED', text, {
    errors: given.errors ?? [],
    sent_invitations: given.sent ?? false,
    daily_limit_reached: given.dailyLimit ?? false,
    // There are no licenses.
    license_limit_reached: false,
  });
}

export function dailyLimitReached(): ChatError {
  const text =
    'The number of invitations that can be sent in one day is limited. Because it is reached, no invitations were sent.';
  return invitationFailed(text, { dailyLimit: true });
}
