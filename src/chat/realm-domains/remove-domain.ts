import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { administrators, checkIsOwner } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { doUpdateRealm } from '../realms/actions.ts';
import { doRemoveDomain } from './actions.ts';

/** Without any domain left nobody could join, so the restriction goes with the last one. */
export const removeDomain = chatOperation({
  method: 'DELETE',
  path: '/realm/domains/:domain',
  summary: 'Remove an allowed e-mail domain; owners only',
  access: administrators,
  params: { domain: inPath(Type.String({ description: 'Domain to remove from the list.' })) },
  answer: {},
  async write({ tx, caller: { organizationId, ...caller }, services }, { domain }) {
    checkIsOwner(caller);
    const wasLast = await doRemoveDomain(tx, domain.toLowerCase());
    if (wasLast) {
      const realm = await realmOf(uncachedFacts(tx));
      await doUpdateRealm(tx, services, realm, { settings: { emails_restricted_to_domains: false }, permissions: {} });
    }
    return {};
  },
});
