import { Type } from 'typebox';
import { administrators, checkIsOwner } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, text } from '../http/params.ts';
import { doAddDomain } from './actions.ts';
import { checkDomain } from './domain.ts';

export const addDomain = chatOperation({
  method: 'POST',
  path: '/realm/domains',
  summary: 'Add an allowed e-mail domain; owners only',
  access: administrators,
  params: {
    domain: text(Type.String({ description: 'Domain of e-mail addresses, for example `example.com`.' })),
    allow_subdomains: json(Type.Boolean({ description: 'Whether addresses in its subdomains count as well.' })),
  },
  answer: {},
  async write({ tx, caller }, { domain, allow_subdomains }) {
    checkIsOwner(caller);
    await doAddDomain(tx, { domain: checkDomain(domain), allow_subdomains });
    return {};
  },
});
