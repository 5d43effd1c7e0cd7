import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { loadPerson } from '../../platform/people/access.ts';
import { doRenewSignInToken, signInLink } from '../../platform/people/sign-in-link.ts';
import { HELD_MS } from '../../platform/people/tokens.ts';
import { actionContext } from '../http/caller.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doStartNotifying } from '../notifications/actions.ts';
import { accessWorker, findPersonIdOfWorker } from './access.ts';

/**
 * A link to be scanned off a dispatcher's screen (src/dispatch/workers/README.md). Whoever makes one could open it
 * too, so it is for people who are workers and nothing else: of others it would open the chat or the console.
 */
export const createSignInLink = dispatchOperation({
  method: 'POST',
  path: '/workers/:workerId/sign-in-links',
  summary: "Create a link that signs the worker's phone in, once, within ten minutes. The earlier link stops working",
  access: 'apiKey',
  ids: ['workerId'],
  answer: Type.Object({
    url: Type.String({ description: "Link for the worker's phone. It signs in once." }),
    expiresAt: Type.Integer({ description: 'When the link ends, in milliseconds since 1970.' }),
  }),
  errors: [1402],
  async write({ caller, tx, services }, { path }) {
    const { organizationId } = caller;
    const worker = await accessWorker(tx, path.workerId!);
    const personId = await findPersonIdOfWorker(tx, worker.id);
    const person = personId === null ? undefined : await loadPerson(tx, organizationId, personId);
    if (person && person.email !== null)
      throw invalidValue(
        'This worker also signs in by e-mail, and a link would give access to that account too. Ask them to sign in.',
      );
    const token =
      person && (await doRenewSignInToken(tx, { organizationId, personId: person.id, address: worker.phone }));
    if (token === undefined) throw notFound('There is no such worker.');
    // Workers of an imported fleet may all come by such links: nobody has sent an invitation.
    await doStartNotifying(tx);
    const by = actionContext(caller).id;
    tx.audit(
      {
        organizationId,
        action: 'worker.sign_in_link_made',
        object: { kind: 'worker', id: worker.id, name: worker.name },
      },
      { event: 'sign_in_link_made', organization: organizationId, subject: person!.id, by },
    );
    return {
      url: signInLink(await organizationUrl(services, organizationId), token),
      expiresAt: tx.now.getTime() + HELD_MS['sign-in'],
    };
  },
});
