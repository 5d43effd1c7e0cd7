import { request } from '../../../shared/session/session.ts';
import { refuse } from '../../data/refuse.ts';

/** Puts the channel folders into an order; the event of it moves them, for everybody. @param ids of all, archived ones too */
export async function orderFolders(ids: readonly number[]): Promise<void> {
  await request('/api/v1/channel_folders', { method: 'PATCH', form: { order: ids } }).catch(refuse);
}

export async function renameFolder(id: number, name: string): Promise<void> {
  await request(`/api/v1/channel_folders/${id}`, { method: 'PATCH', form: { name } }).catch(refuse);
}
