/** Parts of a mail that are looked at; those beyond are left as they are. */
const MAX_PARTS = 1000;
const MAX_DEPTH = 30;
/** Bytes of a part's header that say what it is. */
const MAX_HEADER_BYTES = 64 * 1024;

/** Parts of a mail to keep, as pieces of the given bytes. */
interface Cutting {
  raw: Buffer;
  pieces: Buffer[];
  /** Bytes of text that may still be kept. */
  textLeft: number;
  partsLeft: number;
}

/**
 * Cuts the text parts of a mail (RFC 2045, 2046) to so many bytes together, still encoded as they came: a parser takes seconds
 * and hundreds of megabytes for each megabyte of text, of which a message holds 10,000 characters. Attachments stay whole.
 * Where this reads a malformed mail otherwise than the parser does, the parser has bounds of its own.
 */
export function cutMail(given: Uint8Array, maxTextBytes: number): Buffer {
  const raw = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const cutting: Cutting = { raw, pieces: [], textLeft: maxTextBytes, partsLeft: MAX_PARTS };
  cutEntity(cutting, 0, raw.length, 0);
  return Buffer.concat(cutting.pieces);
}

/** Keeps what is wanted of one entity: a header, an empty line, a body. */
function cutEntity(cutting: Cutting, start: number, end: number, depth: number): void {
  const { raw, pieces } = cutting;
  const body = bodyStart(raw, start, end);
  pieces.push(raw.subarray(start, body));
  cutting.partsLeft--;
  const header = readHeader(raw.subarray(start, Math.min(body, start + MAX_HEADER_BYTES)).toString('latin1'));
  const isLookedInto = depth < MAX_DEPTH && cutting.partsLeft > 0;
  if (header.boundary !== undefined && isLookedInto) cutParts(cutting, body, end, header.boundary, depth);
  else if (header.isMessage && isLookedInto) cutEntity(cutting, body, end, depth + 1);
  else if (header.isText) keepText(cutting, body, end);
  else pieces.push(raw.subarray(body, end));
}

/** The line of the boundary stays with what comes before it, so that every piece ends where a line ends. */
function cutParts(cutting: Cutting, body: number, end: number, boundary: string, depth: number): void {
  const { raw, pieces } = cutting;
  let from = body;
  let isPart = false;
  for (;;) {
    const mark = findBoundary(raw, from, end, boundary);
    if (isPart) cutEntity(cutting, from, mark ?? end, depth + 1);
    else keepText(cutting, from, mark ?? end);
    if (mark === undefined) return;
    const line = lineEnd(raw, mark, end);
    pieces.push(raw.subarray(mark, line));
    // Text after the last boundary is ignored.
    if (raw.toString('latin1', mark + 2 + boundary.length, mark + 4 + boundary.length) === '--') return;
    from = line;
    isPart = true;
  }
}

function keepText(cutting: Cutting, start: number, end: number): void {
  const { raw, pieces } = cutting;
  let to = Math.min(end, start + cutting.textLeft);
  // A whole line, so that no boundary is joined to a half one.
  if (to < end) to = raw.lastIndexOf(0x0a, to - 1) + 1;
  if (to > start) pieces.push(raw.subarray(start, to));
  cutting.textLeft -= Math.max(0, to - start);
  if (to < end) cutting.textLeft = 0;
}

/** Returns the start of the body, after the first empty line. Without one everything is header. */
function bodyStart(raw: Buffer, start: number, end: number): number {
  for (let at = start; at < end; ) {
    const next = lineEnd(raw, at, end);
    const length = next - at;
    if (length === 1 && raw[at] === 0x0a) return next;
    if (length === 2 && raw[at] === 0x0d && raw[at + 1] === 0x0a) return next;
    at = next;
  }
  return end;
}

/** The place after the end of a line. */
function lineEnd(raw: Buffer, at: number, end: number): number {
  const newline = raw.indexOf(0x0a, at);
  return newline === -1 || newline >= end ? end : newline + 1;
}

/** Returns the position of the next line that begins with the boundary. */
function findBoundary(raw: Buffer, from: number, end: number, boundary: string): number | undefined {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  for (let at = raw.indexOf(mark, from); at !== -1 && at < end; at = raw.indexOf(mark, at + 1))
    if (at === from || raw[at - 1] === 0x0a) return at;
  return undefined;
}

interface EntityHeader {
  /** Boundary of a multipart. */
  boundary: string | undefined;
  /** A forwarded mail. */
  isMessage: boolean;
  /** Shown as text: a text that is no attachment. */
  isText: boolean;
}

function readHeader(header: string): EntityHeader {
  const type = fieldOf(header, 'content-type') ?? 'text/plain';
  const isAttached = /^\s*attachment/i.test(fieldOf(header, 'content-disposition') ?? '');
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]{1,998})"|([^\s;"]{1,998}))/i.exec(type);
  const isMultipart = /^\s*multipart\//i.test(type);
  return {
    boundary: isMultipart ? (boundary?.[1] ?? boundary?.[2]) : undefined,
    isMessage: /^\s*message\/rfc822/i.test(type) && !isAttached,
    isText: (/^\s*text\//i.test(type) && !isAttached) || isMultipart,
  };
}

/** A field of a header, unfolded. */
function fieldOf(header: string, name: string): string | undefined {
  const found = new RegExp(`^${name}[ \\t]*:((?:[^\\r\\n]|\\r?\\n[ \\t])*)`, 'im').exec(header);
  return found?.[1]?.replaceAll(/\r?\n/g, '');
}
