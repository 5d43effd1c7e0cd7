import { metadataQuery } from '../metadata/metadata-query.ts';
import { pagesOfAdministrators } from './list.ts';
import { Administrator } from './present.ts';

export const matchAdministrators = metadataQuery({
  path: 'admins',
  name: 'Administrators',
  row: Administrator,
  find: ({ reader }, condition, limit) => pagesOfAdministrators(reader, condition, limit),
});
