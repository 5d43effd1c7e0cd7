import { metadataQuery } from '../metadata/metadata-query.ts';
import { pagesOfAdministrators } from './list.ts';
import { Administrator } from './present.ts';

export const matchAdministrators = metadataQuery({
  path: 'admins',
  name: 'Administrators',
  row: Administrator,
  find: ({ reader, caller }, condition, limit) =>
    pagesOfAdministrators(reader, caller.organizationId, condition, limit),
});
