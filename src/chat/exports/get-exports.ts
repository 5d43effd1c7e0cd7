import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { administrators, Role } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { ExportObject, ExportType, presentExport } from './export.ts';
import { temporaryExportUrl } from './export-url.ts';
import { loadExports } from './queries.ts';

export const getExports = chatOperation({
  method: 'GET',
  path: '/export/realm',
  since: 304,
  summary: 'List the exports of the organization, the newest first',
  access: administrators,
  params: {},
  answer: { exports: Type.Array(ExportObject, { description: 'Exports that people requested.' }) },
  async read({ reader, caller: { organizationId, role }, services }) {
    const url = await organizationUrl(services, organizationId);
    const exports = await loadExports(reader);
    return {
      exports: exports.map((each) => {
        const isTheirs = each.exportType === ExportType.public || role === Role.owner;
        return presentExport(each, isTheirs ? temporaryExportUrl(services, url, organizationId, each.id) : null);
      }),
    };
  },
});
