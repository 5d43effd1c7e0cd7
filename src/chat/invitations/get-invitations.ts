import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { anyUser, isAdministrator } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { invitationsWithLinkFor } from './access.ts';
import { InvitationObject, presentInvitation } from './invitation.ts';
import { invitationLink } from './link.ts';
import { loadOpenInvitations } from './queries.ts';

export const getInvitations = chatOperation({
  method: 'GET',
  path: '/invites',
  summary: 'List open invitations: all for administrators, their own for others',
  access: anyUser,
  params: {},
  answer: {
    invites: Type.Array(InvitationObject, { description: 'Invitations by e-mail and links that have not expired.' }),
  },
  async read({ reader, caller, services, now }) {
    const referrer = isAdministrator(caller) ? undefined : caller.userId;
    const invitations = await loadOpenInvitations(reader, now, referrer);
    const url = await organizationUrl(services, caller.organizationId);
    const withLink = await invitationsWithLinkFor(
      reader,
      caller,
      invitations.filter(({ sealedToken }) => sealedToken !== null),
    );
    const invites = invitations.map((invitation) => {
      const { sealedToken } = invitation;
      const isShown = sealedToken !== null && withLink.has(invitation);
      return presentInvitation(
        invitation,
        isShown ? invitationLink(url, services.secrets.open(sealedToken)) : undefined,
      );
    });
    return { invites };
  },
});
