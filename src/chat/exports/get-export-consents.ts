import { Type } from 'typebox';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadConsents } from './queries.ts';

export const getExportConsents = chatOperation({
  method: 'GET',
  path: '/export/realm/consents',
  since: 295,
  summary: 'List people who consent to the export of their private data',
  access: administrators,
  params: {},
  answer: {
    export_consents: Type.Array(
      Type.Object(
        {
          user_id: Type.Integer({ description: 'ID of the person.' }),
          consented: Type.Boolean({ description: 'Whether exports may contain what they received in private.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'People of the organization, and whether they agree.' },
    ),
  },
  async read({ reader }) {
    const consents = await loadConsents(reader);
    return { export_consents: consents.map(({ userId, consented }) => ({ user_id: userId, consented })) };
  },
});
