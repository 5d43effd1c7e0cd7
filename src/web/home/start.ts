import { hasOrganizations } from '../../platform/organizations/organizations.ts';
import { page } from '../http/page.ts';

/** Where the bare address leads. */
export const start = page({
  path: '/',
  summary: 'The start: leads to what there is to do',
  access: 'anyone',
  async show({ services, visitor }) {
    if (visitor) return { redirect: visitor.isAdministrator ? '/welcome' : '/connect' };
    return { redirect: (await hasOrganizations(services.database.reader)) ? '/sign-in' : '/setup' };
  },
});
