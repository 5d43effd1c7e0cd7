import { UnreadableForm } from './form.ts';

/** First bytes of spreadsheets' "Unicode text". */
const UTF_16_MARK = Buffer.from([0xff, 0xfe]);

/**
 * The fields of a `multipart/form-data` body (RFC 7578), files as text.
 * @throws {UnreadableForm}
 */
export async function readMultipart(body: Buffer, contentType: string): Promise<ReadonlyMap<string, string>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new UnreadableForm('not in the form of multipart/form-data');
    });
  const fields = new Map<string, string>();
  for (const [name, value] of form) fields.set(name, typeof value === 'string' ? value : await textOf(value));
  return fields;
}

async function textOf(file: Blob): Promise<string> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const isUtf16 = bytes.subarray(0, 2).equals(UTF_16_MARK);
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
