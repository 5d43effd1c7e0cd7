import { Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { loadPerson } from '../../platform/people/access.ts';
import { doSendResetLink } from '../reset/send-reset-links.ts';
import { SessionError } from '../session/session-errors.ts';
import { sessionOperation } from '../session/session-operation.ts';
import { accessManagedPerson } from './access.ts';

export const sendPersonReset = sessionOperation({
  method: 'POST',
  base: '/api/admin',
  path: '/people/:personId/reset-link',
  summary: 'Send a person a link to choose a new password, to their own address',
  access: 'administrator',
  answer: Type.Object({
    email: Nullable(Type.String(), { description: 'Address that it was sent to; null if you do not see it.' }),
  }),
  errors: ['not_possible'],
  async serve(request) {
    const { services, session, path, origin } = request;
    const { database } = services;
    return database.transaction(
      async (tx) => {
        const { id, email } = await accessManagedPerson(tx, request, path.personId!);
        const person = (await loadPerson(tx, session.organizationId, id))!;
        if (person.email === null)
          throw new SessionError(
            'not_possible',
            'This person has no e-mail address. Send a worker a new invitation instead.',
          );
        const isSent = await doSendResetLink(tx.of(person.organizationId), services, person);
        if (!isSent)
          throw new SessionError(
            'not_possible',
            'A link was sent less than a minute ago, or the person has no account to sign in to.',
          );
        const { organizationId, personId: by } = session;
        tx.audit(
          { organizationId, action: 'person.reset_link_sent', object: { kind: 'sign-in', id, name: person.email } },
          { event: 'reset_link_sent', organization: organizationId, subject: id, by },
        );
        return { email };
      },
      { origin },
    );
  },
});
