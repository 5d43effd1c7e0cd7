import { page } from '../http/page.ts';

/** Former address of key management, which redirects to the administration. */
export const keys = page({
  path: '/keys',
  summary: 'Lead to the keys in the administration',
  access: 'anyone',
  async show() {
    return { redirect: '/admin/keys' };
  },
});
