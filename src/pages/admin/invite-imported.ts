import { Type } from 'typebox';
import { inviteImportedPeople } from '../imported-people/actions.ts';
import { sessionOperation } from '../session/session-operation.ts';

/** People of one request. Each is a mail and a transaction: it must end before a browser gives up. */
const MOST = 50;

export const inviteImported = sessionOperation({
  method: 'POST',
  base: '/api/admin',
  path: '/imports/invitations',
  summary: 'Invite imported people by e-mail, in the order in which they wait',
  access: 'owner',
  body: Type.Object({
    batch: Type.Integer({
      minimum: 1,
      maximum: MOST,
      description: `Maximum number of people to invite, up to ${MOST}.`,
    }),
  }),
  answer: Type.Object({
    invited: Type.Integer({ description: 'People who were invited by this request.' }),
    waiting: Type.Integer({ description: 'People who still wait.' }),
    withoutAddress: Type.Integer({ description: 'People who cannot be invited, because they have no e-mail address.' }),
  }),
  async serve({ services, origin, session: { organizationId } }, { batch }) {
    const { invited, waiting, without_address } = await inviteImportedPeople(services, organizationId, batch, origin);
    return { invited, waiting, withoutAddress: without_address };
  },
});
