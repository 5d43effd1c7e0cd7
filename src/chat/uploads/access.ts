import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import type { ChatCaller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { seesAnyOf } from '../reading/visible-among.ts';
import { type Attachment, uploadPathsIn } from './attachment.ts';
import {
  isReferredToInPublic,
  loadAttachmentByPath,
  loadAttachmentsByIds,
  loadAttachmentsByPaths,
  loadReferringIds,
} from './queries.ts';

export { type Attachment, mayReferToUploads } from './attachment.ts';

type Person = Pick<ChatCaller, 'organizationId' | 'userId'>;

/** Messages that are looked at together for one that the person may see. */
const PAGE = 1000;

/** A person may have a file that is theirs, or to which a message refers that they may see. */
async function mayHave(reader: Reader, facts: FactSource, person: Person, attachment: Attachment): Promise<boolean> {
  const { organizationId, id, ownerId } = attachment;
  if (organizationId !== person.organizationId) return false;
  if (ownerId === person.userId) return true;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const ids = await loadReferringIds(reader, id, before, PAGE);
    if (await seesAnyOf(reader, facts, person, ids)) return true;
    if (ids.length < PAGE) return false;
    before = ids.at(-1)!;
  }
}

/** The upload at an address, if this person may have it. */
export async function findReadableUpload(
  reader: Reader,
  facts: FactSource,
  person: Person,
  pathId: string,
): Promise<Attachment | undefined> {
  const attachment = await loadAttachmentByPath(reader, pathId);
  return attachment && (await mayHave(reader, facts, person, attachment)) ? attachment : undefined;
}

/** The upload at an address, if the whole world may have it. */
export async function findPublicUpload(reader: PlainReader, pathId: string): Promise<Attachment | undefined> {
  const attachment = await loadAttachmentByPath(reader, pathId);
  if (!attachment) return undefined;
  return (await isReferredToInPublic(reader.of(attachment.organizationId), attachment.id)) ? attachment : undefined;
}

/** The upload at an address, whoever asks: for addresses that carry a permission of their own. */
export function findAnyUpload(reader: PlainReader, pathId: string): Promise<Attachment | undefined> {
  return loadAttachmentByPath(reader, pathId);
}

/** Uploads of an organization by ID. */
export async function attachmentsByIds(reader: Reader, ids: readonly number[]): Promise<Map<number, Attachment>> {
  return new Map((await loadAttachmentsByIds(reader, ids)).map((attachment) => [attachment.id, attachment]));
}

/** Uploads that a text may refer to, by path: those that its author may have. */
export async function uploadsIn(
  reader: Reader,
  facts: FactSource,
  author: Person,
  content: string,
): Promise<ReadonlyMap<string, Attachment>> {
  const paths = uploadPathsIn(content);
  const found = new Map<string, Attachment>();
  if (paths.length === 0) return found;
  for (const attachment of await loadAttachmentsByPaths(reader, paths))
    if (await mayHave(reader, facts, author, attachment)) found.set(attachment.pathId, attachment);
  return found;
}

/**
 * An upload of the caller's own.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessOwnAttachment(reader: Reader, caller: Person, id: number): Promise<Attachment> {
  const [attachment] = await loadAttachmentsByIds(reader, [id]);
  if (attachment?.ownerId !== caller.userId) throw badRequest('Invalid attachment');
  return attachment;
}

/** Returns the uploads that the text refers to. */
export function attachmentIdsOf(
  { attachmentPaths }: { attachmentPaths: readonly string[] },
  uploads: ReadonlyMap<string, Attachment>,
): number[] {
  return attachmentPaths.flatMap((path) => uploads.get(path)?.id ?? []);
}
