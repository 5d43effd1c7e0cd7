/**
 * File types by their first bytes: the rules of https://mimesniff.spec.whatwg.org, and types that chats and couriers
 * send.
 */
const SIGNATURES: readonly [offset: number, bytes: string, type: string][] = [
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF87a', 'image/gif'],
  [0, 'GIF89a', 'image/gif'],
  [8, 'WEBP', 'image/webp'],
  [0, 'BM', 'image/bmp'],
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
  [0, '\0\0\x01\0', 'image/x-icon'],
  [8, 'WAVE', 'audio/wav'],
  [8, 'AVI ', 'video/x-msvideo'],
  [0, 'ID3', 'audio/mpeg'],
  [0, '\xff\xfb', 'audio/mpeg'],
  [0, '\xff\xf3', 'audio/mpeg'],
  [0, '\xff\xf2', 'audio/mpeg'],
  [0, '\xff\xf1', 'audio/aac'],
  [0, '\xff\xf9', 'audio/aac'],
  [0, 'fLaC', 'audio/flac'],
  [0, 'MThd', 'audio/midi'],
  [0, '%PDF-', 'application/pdf'],
  [0, 'PK\x03\x04', 'application/zip'],
  [0, 'PK\x05\x06', 'application/zip'],
  [0, '\x1f\x8b', 'application/gzip'],
  [0, 'BZh', 'application/x-bzip2'],
  [0, '\xfd7zXZ\0', 'application/x-xz'],
  [0, '7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  [0, 'Rar!\x1a\x07', 'application/vnd.rar'],
  [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage'],
  [257, 'ustar', 'application/x-tar'],
];

/** Brands of the ISO base media format (`ftyp` at byte 4); any other is a video. */
const BRANDS: Record<string, string> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  mif1: 'image/heic',
  msf1: 'image/heic',
  'M4A ': 'audio/mp4',
  'M4B ': 'audio/mp4',
  'qt  ': 'video/quicktime',
};

/** A zip archive or text that is more than that, by its name; everything else is what its bytes say. */
const BY_NAME: Record<string, Record<string, string>> = {
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    epub: 'application/epub+zip',
    apk: 'application/vnd.android.package-archive',
    jar: 'application/java-archive',
  },
  'text/plain': {
    csv: 'text/csv',
    md: 'text/markdown',
    json: 'application/json',
    ics: 'text/calendar',
    vcf: 'text/vcard',
  },
};

/**
 * Returns the type of a file by its content; the sender's claim does not count.
 * @param head its first bytes; 512 are enough
 */
export function contentTypeOf(head: Buffer, name: string): string {
  const found = bySignature(head) ?? (isText(head) ? textType(head) : 'application/octet-stream');
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const types = BY_NAME[found];
  return types && Object.hasOwn(types, extension) ? types[extension]! : found;
}

function bySignature(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, 512);
  if (text.startsWith('ftyp', 4)) return BRANDS[text.slice(8, 12)] ?? 'video/mp4';
  if (text.startsWith('\x1aE\xdf\xa3')) return text.includes('webm') ? 'video/webm' : 'video/x-matroska';
  if (text.startsWith('OggS')) return text.includes('theora') ? 'video/ogg' : 'audio/ogg';
  const match = SIGNATURES.find(
    ([offset, bytes]) => text.startsWith(bytes, offset) && (offset !== 8 || text.startsWith('RIFF')),
  );
  return match?.[2];
}

/** Without a control character that no text has, and in UTF-8 as far as the cut allows, or marked as UTF-16. */
function isText(head: Buffer): boolean {
  if (head.length >= 2 && ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)))
    return true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head.toString('latin1'))) return false;
  // The last character may be cut.
  const text = new TextDecoder('utf-8').decode(head, { stream: true });
  return !text.includes('\ufffd');
}

const MARKUP =
  /^(?:\ufeff)?\s*(?:<!--[\s\S]*?-->\s*|<\?xml[^>]*>\s*)*<(!doctype\s+html|html|head|body|script|iframe|svg)\b/i;

/** Markup is recognized so that it is never displayed as a page. */
function textType(head: Buffer): string {
  const text = head.toString('utf8');
  const tag = MARKUP.exec(text)?.[1]?.toLowerCase();
  if (tag === 'svg' || (/^\s*(?:\ufeff)?<\?xml/.test(text) && /<svg\b/i.test(text))) return 'image/svg+xml';
  if (tag) return 'text/html';
  if (/^(?:\ufeff)?\s*<\?xml/.test(text)) return 'application/xml';
  return 'text/plain';
}

/** Pictures that `sharp` reads and a browser shows: those get previews. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
]);
