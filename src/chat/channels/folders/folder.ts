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
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    rendered_description: Type.String(),
    order: Type.Integer(),
    is_archived: Type.Boolean(),
    creator_id: Type.Union([Type.Integer(), Type.Null()]),
    /** UNIX seconds. */
    date_created: Type.Integer(),
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
