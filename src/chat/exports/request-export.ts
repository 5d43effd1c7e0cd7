import { Type } from 'typebox';
import { administrators, checkIsOwner } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, withDefault } from '../http/params.ts';
import { doRequestExport } from './actions.ts';
import { ExportType } from './export.ts';

export const requestExport = chatOperation({
  method: 'POST',
  path: '/export/realm',
  since: 304,
  summary: "Start an export of the organization's data in the background",
  access: administrators,
  params: {
    export_type: withDefault(
      json(
        Type.Enum(Object.values(ExportType), {
          description: '1: what is public. 2: also private data of the people who agreed.',
        }),
      ),
      ExportType.public,
    ),
  },
  answer: { id: Type.Integer({ description: 'ID of the new export.' }) },
  async write({ tx, caller, services }, { export_type }) {
    // Owners get private messages only with the consent of their authors.
    if (export_type === ExportType.withConsent) checkIsOwner(caller);
    return { id: await doRequestExport(tx, services, caller, export_type) };
  },
});
