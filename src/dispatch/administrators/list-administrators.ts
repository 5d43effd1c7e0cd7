import { Type } from 'typebox';
import { sql } from '../../platform/db/sql.ts';
import { dispatchOperation, JsonPages } from '../http/operation.ts';
import { MAX } from '../organization/quotas.ts';
import { pagesOfAdministrators } from './list.ts';
import { Administrator } from './present.ts';

export const listAdministrators = dispatchOperation({
  method: 'GET',
  path: '/admins',
  summary: 'List all administrators, the super administrator first',
  access: 'apiKey',
  answer: Type.Array(Administrator),
  async read({ reader }) {
    return new JsonPages(pagesOfAdministrators(reader, sql`true`, MAX.administrators));
  },
});
