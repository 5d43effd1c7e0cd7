import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { MAX_BARCODE_LENGTH } from '../../../rules/limits.ts';
import { isAskedFor } from '../../../rules/requirements.ts';
import { isStorable } from '../../platform/http/text.ts';
import { LocationInput, readLocation } from '../geography/location.ts';
import { invalidValue } from '../http/errors.ts';
import { Millis, Nullable } from '../http/validate.ts';
import type { Barcode, BarcodeScan, Completion, TaskRow } from './task-row.ts';

/** Characters of a code that a task asks for (the vendor's page "Requesting"). */
const MAX_CODE_CHARACTERS = 500;

/** A code that a task asks for, in a body: `data` is base64 of what is in the code; without it any code will do. */
export const BarcodeInput = Type.Object({
  data: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 4000,
        description:
          'Content of the barcode in base64, at most 500 characters after decoding. Without it any barcode ' +
          'will do.',
      }),
    ),
  ),
  blockCompletion: Type.Optional(
    Nullable(Type.Boolean(), { description: 'True: the task cannot succeed until it is scanned. False if absent.' }),
  ),
});

/** Method and place of the scan of one of the `barcodes`. */
export const BarcodeScanInput = Type.Object({
  data: Type.String({ minLength: 1, maxLength: MAX_BARCODE_LENGTH, description: 'One of the `barcodes`.' }),
  symbology: Type.Optional(
    Nullable(Type.String({ maxLength: 50 }), { description: 'Kind of barcode, such as `CODE39`.' }),
  ),
  time: Type.Optional(
    Nullable(Millis, {
      description: 'When it was scanned, in milliseconds since 1970. If absent, the time of the completion.',
    }),
  ),
  location: Type.Optional(
    Nullable(LocationInput, {
      description: 'Where it was scanned: [longitude, latitude]. If absent, the place of the completion.',
    }),
  ),
});

/** The barcodes of a task, as the API shows them. */
export const Barcodes = Type.Object({
  required: Type.Array(
    Type.Object({
      data: Type.Optional(Type.String({ description: 'Content in base64; absent if any barcode will do.' })),
      blockCompletion: Type.Boolean({ description: 'True if the task cannot succeed until it is scanned.' }),
    }),
    { description: 'Barcodes that the task asks for.' },
  ),
  captured: Type.Array(
    Type.Object({
      id: Type.String({ description: 'ID of the scan.' }),
      symbology: Type.String({ description: 'Kind of barcode, such as `CODE39`; empty if it is not known.' }),
      data: Type.String({ description: 'Content of the barcode in base64.' }),
      location: Type.Array(Type.Number(), {
        description: 'Where it was scanned: [longitude, latitude]; empty if it is not known.',
      }),
      time: Type.Integer({ description: 'When it was scanned, in milliseconds since 1970.' }),
      wasRequested: Type.Boolean({ description: 'True if the task asked for it.' }),
    }),
    { description: 'Barcodes that the worker scanned.' },
  ),
});

/**
 * The codes that a task asks for, as they are stored: as text, which is what is scanned.
 * @throws {DispatchError} 1000 for data that is not base64 of UTF-8, or more than 500 characters
 */
export function readBarcodes(given: readonly Static<typeof BarcodeInput>[]): Barcode[] {
  return given.map(({ data, blockCompletion }, index) => ({
    ...(data ? { data: decode(data, `barcodes.${index}.data`) } : {}),
    blockCompletion: blockCompletion ?? false,
  }));
}

function decode(data: string, name: string): string {
  const bytes = Buffer.from(data, 'base64');
  const text = bytes.toString('base64') === data ? bytes.toString('utf8') : '';
  if (!text || !Buffer.from(text).equals(bytes) || !isStorable(text))
    throw invalidValue(`${name} must be the text of the barcode in base64.`);
  if ([...text].length > MAX_CODE_CHARACTERS)
    throw invalidValue(`${name} must have at most ${MAX_CODE_CHARACTERS} characters after decoding.`);
  return text;
}

const encode = (code: string): string => Buffer.from(code).toString('base64');

/** Converts scans to their stored form; codes that were not scanned are dropped. */
export function readScans(
  codes: readonly string[],
  given: readonly Static<typeof BarcodeScanInput>[] | null | undefined,
): BarcodeScan[] {
  const scans = new Map((given ?? []).filter(({ data }) => codes.includes(data)).map((scan) => [scan.data, scan]));
  return [...scans.values()].map(({ data, symbology, time, location }) => ({
    data,
    symbology: symbology ?? '',
    at: time ?? null,
    location: location ? readLocation(location) : null,
  }));
}

/** The wire form of a task's barcodes; nothing of a task without any. */
export function presentBarcodes(row: TaskRow): { barcodes?: Static<typeof Barcodes> } {
  const { barcodes: asked, completion } = row;
  const codes = completion?.barcodes ?? [];
  if (asked.length + codes.length === 0) return {};
  const required = asked.map(({ data, blockCompletion }) => ({
    ...(data === undefined ? {} : { data: encode(data) }),
    blockCompletion,
  }));
  return { barcodes: { required, captured: codes.map((code) => presentCaptured(row, completion!, code)) } };
}

/**
 * Presents a scan. Values that the device did not report come from the completion. The ID is derived from task and
 * code, because a code is captured once.
 */
function presentCaptured(
  { id, barcodes: asked, completedAt }: TaskRow,
  { scans = [], lastLocation }: Completion,
  code: string,
): Static<typeof Barcodes>['captured'][number] {
  const scan = scans.find(({ data }) => data === code);
  return {
    id: createHash('sha256').update(`${id} ${code}`).digest('hex').slice(0, 24),
    symbology: scan?.symbology ?? '',
    data: encode(code),
    location: [...(scan?.location ?? lastLocation)],
    time: scan?.at ?? completedAt!.getTime(),
    wasRequested: isAskedFor(asked, code),
  };
}
