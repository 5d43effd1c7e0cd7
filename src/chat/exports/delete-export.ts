import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doDeleteExport } from './actions.ts';

export const deleteExport = chatOperation({
  method: 'DELETE',
  path: '/export/realm/:export_id',
  summary: 'Delete the file of an export',
  access: administrators,
  params: { export_id: inPath(described(Id, 'ID of the export whose file is deleted.')) },
  answer: {},
  async write({ tx, services }, { export_id }) {
    await doDeleteExport(tx, services, export_id);
    return {};
  },
});
