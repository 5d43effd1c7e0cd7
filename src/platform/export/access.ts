export {
  findOrganizationImport,
  isSmsNumberTaken,
  loadNumberedColumns,
  loadOrganizationsHere,
  type NumberedColumn,
  type OrganizationImport,
} from './import-queries.ts';
export type { Selection } from './queries.ts';
