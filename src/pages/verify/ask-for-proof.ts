import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { doAskForProof } from '../../platform/people/proof.ts';
import { page } from '../http/page.ts';
import { addressToProve } from './own-addresses.ts';

/** Page on which a person requests a link by e-mail that proves their address. */
export const askForProof = page({
  path: '/account/verify',
  summary: 'Send a link that verifies your own address',
  access: 'signed in',
  async show() {
    return { redirect: '/account' };
  },
  async submit({ services, visitor: { organization, person } }) {
    const email = await addressToProve(services.database.reader.of(person.organizationId), person);
    if (email === undefined) return { redirect: '/account' };
    const url = await organizationUrl(services, organization.id);
    await services.database.transaction((tx) => doAskForProof(tx, organization, person, email, url));
    return { redirect: '/account?said=linkSent' };
  },
});
