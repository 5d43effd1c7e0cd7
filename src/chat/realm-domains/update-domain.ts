import { Type } from 'typebox';
import { administrators, checkIsOwner } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath, json } from '../http/params.ts';
import { doUpdateDomain } from './actions.ts';

export const updateDomain = chatOperation({
  method: 'PATCH',
  path: '/realm/domains/:domain',
  summary: "Set whether a domain's subdomains are allowed too; owners only",
  access: administrators,
  params: {
    domain: inPath(Type.String({ description: 'Domain to change.' })),
    allow_subdomains: json(Type.Boolean({ description: 'Whether addresses in its subdomains count as well.' })),
  },
  answer: {},
  async write({ tx, caller }, { domain, allow_subdomains }) {
    checkIsOwner(caller);
    await doUpdateDomain(tx, { domain: domain.toLowerCase(), allow_subdomains });
    return {};
  },
});
