import { type Static, Type } from 'typebox';

/** A channel folder's stored facts. */
export interface ChannelFolder {
  id: number;
  name: string;
  description: string;
  renderedDescription: string;
  /** From 0, among all folders of the organization. */
  position: number;
  isArchived: boolean;
  creatorId: number | null;
  dateCreated: Date;
}

/** A channel folder on the wire. */
export const ChannelFolderObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the folder.' }),
    name: Type.String({ description: 'Name of the folder, at most 60 characters.' }),
    description: Type.String({ description: 'What the folder is for, as Markdown.' }),
    rendered_description: Type.String({ description: 'What the folder is for, as HTML.' }),
    order: Type.Integer({ description: 'Place of the folder in the list: lower numbers come first.' }),
    is_archived: Type.Boolean({ description: 'Whether the folder is no longer used.' }),
    creator_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'ID of the person who created the folder. Null if it is not known.',
    }),
    /** UNIX seconds. */
    date_created: Type.Integer({ description: 'When the folder was created, in UNIX seconds.' }),
  },
  { additionalProperties: false },
);
export type ChannelFolderObject = Static<typeof ChannelFolderObject>;

export function presentFolder(folder: ChannelFolder): ChannelFolderObject {
  return {
    id: folder.id,
    name: folder.name,
    description: folder.description,
    rendered_description: folder.renderedDescription,
    order: folder.position,
    is_archived: folder.isArchived,
    creator_id: folder.creatorId,
    date_created: Math.floor(folder.dateCreated.getTime() / 1000),
  };
}
