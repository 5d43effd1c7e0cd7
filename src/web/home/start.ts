import { hasOrganizations } from '../../platform/organizations/organizations.ts';
import { page } from '../http/page.ts';

/** Where the bare address leads. */
export const start = page({
  path: '/',
  summary: 'The start: leads to what there is to do',
  access: 'anyone',
  async show({ services, visitor }) {
    if (visitor?.isAdministrator) return { redirect: '/welcome' };
    if (visitor) return { redirect: visitor.accounts.chat ? '/connect' : '/account' };
    return { redirect: (await hasOrganizations(services.database.reader)) ? '/sign-in' : '/setup' };
  },
});
