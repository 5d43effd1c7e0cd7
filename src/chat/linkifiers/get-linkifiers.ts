import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { presentedLinkifiers } from './access.ts';
import { LinkifierObject } from './present.ts';

export const getLinkifiers = chatOperation({
  method: 'GET',
  path: '/realm/linkifiers',
  since: 54,
  summary: "List the organization's linkifiers, in the order in which they are tried",
  access: anyUser,
  params: {},
  answer: {
    linkifiers: Type.Array(LinkifierObject, { description: 'Linkifiers, in the order in which they are tried.' }),
  },
  async read({ reader }) {
    return { linkifiers: await presentedLinkifiers(reader) };
  },
});
