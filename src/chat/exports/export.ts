import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';

/** Content of an export. client: clients C.1; these two of the API's values are supported. */
export const ExportType = { public: 1, withConsent: 2 } as const;
export type ExportType = (typeof ExportType)[keyof typeof ExportType];

/** Exports that an organization may ask for within a week. */
export const MAX_EXPORTS_PER_WEEK = 5;
/** Exports that one list shows: the newest. */
export const MAX_LISTED_EXPORTS = 100;

export interface Export {
  id: number;
  actingUserId: number;
  exportType: ExportType;
  requestedAt: Date;
  endedAt: Date | null;
  deletedAt: Date | null;
  hasFailed: boolean;
  fileId: string | null;
  size: number | null;
}

const timeOrNull = Type.Union([Type.Number(), Type.Null()]);

export const ExportObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the export.' }),
    acting_user_id: Type.Integer({ description: 'ID of the person who requested the export.' }),
    export_time: Type.Number({ description: 'When the export was requested, in UNIX seconds.' }),
    deleted_timestamp: described(timeOrNull, 'When its file was deleted, in UNIX seconds. Null: it was not.'),
    failed_timestamp: described(timeOrNull, 'When the export failed, in UNIX seconds. Null: it did not.'),
    export_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Address of the file. Null if there is none or the caller may not fetch it.',
    }),
    pending: Type.Boolean({ description: 'Whether the export still runs.' }),
    export_type: Type.Integer({ description: '1: what is public. 2: also private data of the people who agreed.' }),
  },
  { additionalProperties: false },
);

const seconds = (time: Date | null) => time && time.getTime() / 1000;

/** @param url where the file of this export is fetched; null: not by who asks */
export function presentExport(given: Export, url: string | null): Static<typeof ExportObject> {
  return {
    id: given.id,
    acting_user_id: given.actingUserId,
    export_time: seconds(given.requestedAt)!,
    deleted_timestamp: seconds(given.deletedAt),
    failed_timestamp: given.hasFailed ? seconds(given.endedAt) : null,
    export_url: given.fileId === null ? null : url,
    pending: given.endedAt === null,
    export_type: given.exportType,
  };
}
