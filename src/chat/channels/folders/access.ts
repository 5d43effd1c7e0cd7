import type { Reader } from '../../../platform/db/reader.ts';
import { badRequest } from '../../http/errors.ts';
import { type ChannelFolderObject, presentFolder } from './folder.ts';
import { loadFolders } from './queries.ts';

/** The wire form of the organization's folders, in their order. */
export async function presentedFolders(reader: Reader, includeArchived: boolean): Promise<ChannelFolderObject[]> {
  const folders = await loadFolders(reader);
  return folders.filter(({ isArchived }) => includeArchived || !isArchived).map(presentFolder);
}

/**
 * A folder that channels can be put into: there and not archived.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkFolder(reader: Reader, id: number): Promise<void> {
  const folder = (await loadFolders(reader)).find((each) => each.id === id);
  if (!folder || folder.isArchived) throw badRequest('Invalid channel folder ID');
}
