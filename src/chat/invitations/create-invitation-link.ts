import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, withDefault } from '../http/params.ts';
import { checkMayInvite } from './access.ts';
import { doCreateLink } from './actions.ts';
import { ChannelIds, offerParams, readOffer } from './offer.ts';

export const createInvitationLink = chatOperation({
  method: 'POST',
  path: '/invites/multiuse',
  summary: 'Create an invitation link for many people',
  access: anyUser,
  params: {
    stream_ids: withDefault(
      json(described(ChannelIds, 'IDs of the channels that the new accounts are subscribed to. May be empty.')),
      [],
    ),
    ...offerParams,
  },
  answer: {
    invite_link: Type.String({
      description: 'Address at which people create an account. Everybody who has it can join until it expires.',
    }),
  },
  async write({ tx, caller, services }, given) {
    await tx.position();
    await checkMayInvite(uncachedFacts(tx), caller, 'create_multiuse_invite_group');
    const offer = await readOffer(tx, caller, { ...given, notify_referrer_on_join: false }, services);
    return { invite_link: await doCreateLink(tx, services, caller, offer) };
  },
});
