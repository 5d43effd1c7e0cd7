import { page } from '../http/page.ts';

/** Where keys were managed before there was an administration: who kept the address is led there. */
export const keys = page({
  path: '/keys',
  summary: 'Leads to the keys in the administration',
  access: 'anyone',
  async show() {
    return { redirect: '/admin/keys' };
  },
});
