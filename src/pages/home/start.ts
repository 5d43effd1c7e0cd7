import { hasOrganizations } from '../../platform/organizations/organizations.ts';
import { page } from '../http/page.ts';
import { homeOf } from './home-of.ts';

/** Root page, which redirects. */
export const start = page({
  path: '/',
  summary: 'Lead each person to where they work',
  access: 'anyone',
  async show(request) {
    const { services, visitor } = request;
    if (visitor) return { redirect: await homeOf(request, visitor) };
    return { redirect: (await hasOrganizations(services.database.reader)) ? '/sign-in' : '/setup' };
  },
});
