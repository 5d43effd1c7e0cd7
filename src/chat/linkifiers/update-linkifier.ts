import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doUpdateLinkifier } from './actions.ts';
import { linkifierParams } from './linkifier-params.ts';

export const updateLinkifier = chatOperation({
  method: 'PATCH',
  path: '/realm/filters/:filter_id',
  since: 57,
  summary: "Change a linkifier's pattern and templates",
  access: administrators,
  params: { filter_id: inPath(described(Id, 'ID of the linkifier to change.')), ...linkifierParams },
  answer: {},
  async write({ tx }, { filter_id, ...given }) {
    await doUpdateLinkifier(tx, filter_id, {
      pattern: given.pattern.trim(),
      urlTemplate: given.url_template.trim(),
      exampleInput: given.example_input === '' ? null : given.example_input,
      reverseTemplate: given.reverse_template === '' ? null : given.reverse_template,
      alternativeUrlTemplates: given.alternative_url_templates,
    });
    return {};
  },
});
