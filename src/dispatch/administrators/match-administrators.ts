import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { matchesMetadata } from '../metadata/match.ts';
import { MetadataQuery } from '../metadata/metadata.ts';
import { Administrator, presentAdministrator } from './present.ts';
import { listAdministrators } from './queries.ts';

export const matchAdministrators = dispatchOperation({
  method: 'POST',
  path: '/admins/metadata',
  summary: 'Administrators whose metadata has every given item',
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Administrator),
  async read({ caller, reader }, { body }) {
    const rows = await listAdministrators(reader, caller.organizationId, matchesMetadata('metadata', body));
    return rows.map(presentAdministrator);
  },
});
