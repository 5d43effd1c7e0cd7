export {
  endOrganizationImport as doEndOrganizationImport,
  insertExportedRows as doInsertExportedRows,
  insertOrganizationImport as doBeginOrganizationImport,
  lockOrganizationImports as doLockOrganizationImports,
  moveOrganizationImport as doMoveOrganizationImport,
  passSequence as doPassSequence,
  putImportedPassword as doSetImportedPassword,
} from './import-queries.ts';
