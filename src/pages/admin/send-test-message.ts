import { Type } from 'typebox';
import { doWriteOutbound, OUTBOUND_QUEUE } from '../../platform/outbound/outbox.ts';
import { loadPerson } from '../../platform/people/access.ts';
import { SessionError } from '../session/session-errors.ts';
import { sessionOperation } from '../session/session-operation.ts';

/** Somebody sends themselves one of a kind in so long. */
const GAP_MS = 60_000;

export const sendTestToOneself = sessionOperation({
  method: 'POST',
  base: '/api/admin',
  path: '/outbox/test',
  summary: 'Send a test message to your own address or phone, at most one a minute',
  access: 'owner',
  body: Type.Object({ channel: Type.Enum(['email', 'sms'], { description: 'E-mail or SMS.' }) }),
  answer: Type.Object({
    id: Type.Integer({ description: 'ID of the message.' }),
    recipient: Type.String({ description: 'Your address or phone number, which it goes to.' }),
  }),
  errors: ['not_possible'],
  async serve({ services, session: { organizationId, personId } }, { channel }) {
    return services.database.transaction(async (tx) => {
      const person = (await loadPerson(tx, organizationId, personId))!;
      const recipient = channel === 'email' ? person.email : person.phone;
      if (recipient === null)
        throw new SessionError(
          'not_possible',
          channel === 'email' ? 'Your account has no e-mail address.' : 'Your account has no phone number.',
        );
      const [written] = await doWriteOutbound(tx, [
        {
          organizationId,
          channel,
          recipient,
          ...(channel === 'email' && { subject: 'Hubbub test message' }),
          body: 'This is a test message from Hubbub. You do not need to do anything.',
          // One test message per minute: two simultaneous requests send one as well.
          eventKey: `test ${personId} ${Math.floor(tx.now.getTime() / GAP_MS)}`,
          ignoresQuietHours: true,
        },
      ]);
      if (!written)
        throw new SessionError(
          'not_possible',
          'A test was sent less than a minute ago. Wait a minute, then try again.',
        );
      tx.enqueue({ queue: OUTBOUND_QUEUE, data: written });
      return { id: written.id, recipient };
    });
  },
});
