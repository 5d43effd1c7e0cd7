import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadDomains } from './access.ts';
import { RealmDomainObject } from './domain.ts';

export const getDomains = chatOperation({
  method: 'GET',
  path: '/realm/domains',
  summary: "List the organization's allowed e-mail domains",
  access: anyUser,
  params: {},
  answer: {
    domains: Type.Array(RealmDomainObject, {
      description: 'Domains that e-mail addresses may belong to, if they are restricted.',
    }),
  },
  async read({ reader }) {
    return { domains: await loadDomains(reader) };
  },
});
