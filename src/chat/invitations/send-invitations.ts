import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { json, text, withDefault } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { checkMayInvite } from './access.ts';
import { doInviteUsers } from './actions.ts';
import { sortAddresses, splitAddresses, unusable } from './addresses.ts';
import { dailyLimitReached, invitationFailed } from './failure.ts';
import { MAX_MAILS_PER_DAY } from './invitation.ts';
import { ChannelIds, offerParams, readOffer } from './offer.ts';

/** spec: chat 4.9 */
export const sendInvitations = chatOperation({
  method: 'POST',
  path: '/invites',
  summary: 'Invite people by e-mail',
  access: anyUser,
  params: {
    invitee_emails: text(Type.String({ description: 'E-mail addresses, separated by commas or new lines.' })),
    stream_ids: json(
      described(ChannelIds, 'IDs of the channels that the new accounts are subscribed to. May be empty.'),
    ),
    ...offerParams,
    notify_referrer_on_join: withDefault(
      json(Type.Boolean({ description: 'Whether the caller gets a message when somebody joins.' })),
      true,
    ),
  },
  answer: {},
  errors: ['INVITATION_FAILED'],
  async write({ tx, caller, services }, given) {
    await tx.position();
    const facts = uncachedFacts(tx);
    await checkMayInvite(facts, caller, 'can_invite_users_group');
    const realm = await realmOf(facts);
    const addresses = splitAddresses(given.invitee_emails);
    if (addresses.length === 0) throw badRequest('You must specify at least one email address.');
    const offer = await readOffer(tx, caller, given, services);
    if (addresses.length > MAX_MAILS_PER_DAY) throw dailyLimitReached();
    const { invitees, refused } = await sortAddresses(tx, services, realm, addresses);
    // As with what is misspelt, so with what belongs elsewhere: the whole list is to be looked at again.
    if (refused.some(([, reason]) => unusable.has(reason)))
      throw invitationFailed('Some of those addresses are not valid here, so no invitations were sent.', {
        errors: refused,
      });
    await doInviteUsers(tx, services, caller, invitees, offer);
    if (refused.length === 0) return {};
    const sent = invitees.length > 0;
    // Returned, not thrown: the others are invited.
    return invitationFailed(
      sent
        ? "Some of those addresses could not be invited, so we didn't send them an invitation. We did send invitations to everyone else!"
        : "We weren't able to invite anyone.",
      { errors: refused, sent },
    );
  },
});
