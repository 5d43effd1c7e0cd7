import type { Reducer } from '../state.ts';

interface Folder {
  id: number;
  order: number;
  [field: string]: unknown;
}

type Event =
  | { op: 'add'; channel_folder: Folder }
  | { op: 'update'; channel_folder_id: number; data: object }
  | { op: 'reorder'; order: number[] };

export const applyChannelFolder: Reducer<Event> = (state, event) => {
  const folders = (state.fields.channel_folders ?? []) as Folder[];
  state.fields.channel_folders = changed(folders, event);
};

function changed(folders: readonly Folder[], event: Event): Folder[] {
  switch (event.op) {
    case 'add':
      return [...folders, event.channel_folder];
    case 'update':
      return folders.map((folder) => (folder.id === event.channel_folder_id ? { ...folder, ...event.data } : folder));
    case 'reorder':
      return event.order.flatMap((id, order) => {
        const folder = folders.find((each) => each.id === id);
        return folder ? [{ ...folder, order }] : [];
      });
  }
}
