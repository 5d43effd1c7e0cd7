export {
  endOrganizationImport as doEndOrganizationImport,
  insertExportedRows as doInsertExportedRows,
  insertOrganizationImport as doBeginOrganizationImport,
  lockOrganizationImports as doLockOrganizationImports,
  moveOrganizationImport as doMoveOrganizationImport,
  passSequence as doPassSequence,
} from './import-queries.ts';
