import type { PictureFacts } from '../../platform/files/pictures.ts';

/** A file that somebody has uploaded. */
export interface Attachment {
  organizationId: string;
  id: number;
  ownerId: number;
  /** In the store. */
  fileId: string;
  /** `NUMBER/XX/SECRET/NAME`: what follows `/user_uploads/` in its address, not percent-encoded. */
  pathId: string;
  name: string;
  /** Bytes. */
  size: number;
  contentType: string;
  createdAt: Date;
  /** Null: not one that gets previews. */
  picture: (PictureFacts & { preview: 'waiting' | 'made' | 'failed' }) | null;
}

/** The address of an upload, or of something below `/user_uploads/`, percent-encoded. */
export function uploadAddress(pathId: string): string {
  return `/user_uploads/${pathId.split('/').map(encodeURIComponent).join('/')}`;
}

/** Purpose in the signature of a temporary address. */
export const TEMPORARY_ADDRESS = 'temporary upload address';

/** Whether it is worth looking for paths of uploads in a text. */
export function mayReferToUploads(content: string): boolean {
  return content.includes('/user_uploads/');
}

/** The paths of uploads that a text may refer to; a parser tells later whether it does. */
export function uploadPathsIn(content: string): string[] {
  if (!mayReferToUploads(content)) return [];
  const paths = new Set<string>();
  for (const [, path] of content.matchAll(/\/user_uploads\/([0-9]+\/[^\s()<>"'?#\\[\]]+)/g)) {
    try {
      paths.add(decodeURIComponent(path!).normalize('NFC'));
    } catch {
      // Not an address.
    }
  }
  return [...paths].slice(0, MAX_REFERENCES);
}

/** Files that one message is looked up for. */
const MAX_REFERENCES = 100;
