import { Type } from 'typebox';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { doAddLinkifier } from './actions.ts';
import { linkifierParams } from './linkifier-params.ts';

export const addLinkifier = chatOperation({
  method: 'POST',
  path: '/realm/filters',
  summary: 'Add a linkifier: matches of its pattern in messages and topics become links',
  access: administrators,
  params: linkifierParams,
  answer: { id: Type.Integer({ description: 'ID of the new linkifier.' }) },
  async write({ tx }, given) {
    const id = await doAddLinkifier(tx, {
      pattern: given.pattern.trim(),
      urlTemplate: given.url_template.trim(),
      exampleInput: given.example_input || null,
      reverseTemplate: given.reverse_template || null,
      alternativeUrlTemplates: given.alternative_url_templates ?? [],
    });
    return { id };
  },
});
