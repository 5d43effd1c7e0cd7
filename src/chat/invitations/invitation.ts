import { type Static, Type } from 'typebox';
import type { Role } from '../http/caller.ts';

/** E-mails with invitations of one organization within 24 hours. */
export const MAX_MAILS_PER_DAY = 100;
/** Invitations that one list shows. */
export const MAX_LISTED = 5000;

/** Rights and channels of the person who accepts an invitation. */
export interface Offer {
  invitedAs: Role;
  channelIds: readonly number[];
  groupIds: readonly number[];
  withDefaultChannels: boolean;
  notifyReferrer: boolean;
  /** Null: the organization's own; empty: none. */
  welcomeText: string | null;
  /** Null: never. */
  expiresAt: Date | null;
}

export interface Invitation extends Offer {
  organizationId: string;
  id: number;
  referrerId: number;
  /** Null: a link that many can use. */
  email: string | null;
  /** Only of a link that many can use. */
  sealedToken: Buffer | null;
  invitedAt: Date;
}

/** An invitation on the wire. */
export const InvitationObject = Type.Object(
  {
    id: Type.Integer({ description: 'ID with which the invitation can be revoked or sent again.' }),
    invited_by_user_id: Type.Integer({ description: 'ID of the person who invited.' }),
    invited: Type.Integer({ description: 'When the invitation was made, in UNIX seconds.' }),
    expiry_date: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When the invitation expires, in UNIX seconds. Null: never.',
    }),
    invited_as: Type.Integer({
      description: 'Role of the new account: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
    }),
    notify_referrer_on_join: Type.Boolean({
      description: 'Whether the person who invited gets a message when somebody joins.',
    }),
    is_multiuse: Type.Boolean({ description: 'Whether it is a link for many people, not an e-mail to one.' }),
    email: Type.Optional(Type.String({ description: 'Address that the invitation went to. Absent from links.' })),
    link_url: Type.Optional(
      Type.String({ description: 'Address at which people create an account. Absent from invitations by e-mail.' }),
    ),
  },
  { additionalProperties: false },
);

/** @param link of one that many can use, for who may have it */
export function presentInvitation(invitation: Invitation, link: string | undefined): Static<typeof InvitationObject> {
  const { email, expiresAt } = invitation;
  return {
    id: invitation.id,
    invited_by_user_id: invitation.referrerId,
    invited: Math.floor(invitation.invitedAt.getTime() / 1000),
    expiry_date: expiresAt && Math.floor(expiresAt.getTime() / 1000),
    invited_as: invitation.invitedAs,
    notify_referrer_on_join: invitation.notifyReferrer,
    is_multiuse: email === null,
    ...(email === null ? {} : { email }),
    ...(link === undefined ? {} : { link_url: link }),
  };
}
