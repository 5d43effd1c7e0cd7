import { type Static, Type } from 'typebox';
import { Role } from '../http/caller.ts';
import { avatarUrl, ownAvatarUrl } from './avatar.ts';
import { dummyEmail, type EmailReader, emailFor, mayViewEmail } from './email.ts';
import { UNKNOWN_NAME } from './unknown-person.ts';
import type { User } from './user.ts';

const ProfileValue = Type.Object({
  value: Type.String({ description: 'Text that the person entered, or JSON text for a list of people.' }),
  rendered_value: Type.Optional(Type.String({ description: 'HTML. Only for kinds of fields that take Markdown.' })),
});
type Profile = Record<string, Static<typeof ProfileValue>>;

/** A user on the wire (spec: chat 2, User). */
export const UserObject = Type.Object(
  {
    user_id: Type.Integer({ description: 'Unique number. It never changes.' }),
    delivery_email: Type.Union([Type.String(), Type.Null()], {
      description: 'Real e-mail address. Null if the reader may not see it.',
    }),
    email: Type.String({
      description: 'E-mail address of the API: a made-up one if the reader may not see the real one.',
    }),
    full_name: Type.String({ description: 'Name that everybody sees.' }),
    date_joined: Type.String({ description: 'When the account was created, in ISO 8601.' }),
    is_active: Type.Boolean({ description: 'Whether the account can sign in. False once it is deactivated.' }),
    is_owner: Type.Boolean({ description: 'Whether the role is owner. Then `is_admin` is true as well.' }),
    is_admin: Type.Boolean({ description: 'Whether the role is administrator or owner.' }),
    is_guest: Type.Boolean({ description: 'Whether the role is guest.' }),
    is_bot: Type.Boolean({ description: 'Whether a program uses the account.' }),
    bot_type: Type.Union([Type.Integer({ minimum: 1, maximum: 4 }), Type.Null()], {
      description: '1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. Null: no bot.',
    }),
    bot_owner_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'ID of the person who owns the bot. Null for people and for bots without an owner.',
    }),
    role: Type.Union(
      [
        Type.Literal(Role.owner),
        Type.Literal(Role.administrator),
        Type.Literal(Role.moderator),
        Type.Literal(Role.member),
        Type.Literal(Role.guest),
      ],
      { description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.' },
    ),
    timezone: Type.String({
      description: 'IANA name of the time zone, for example `Europe/Berlin`. Empty if none is set.',
    }),
    avatar_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Address of the picture. Null if the client computes a Gravatar from the e-mail address.',
    }),
    avatar_version: Type.Integer({
      description: 'Number that grows with each new picture, so that clients do not show a cached one.',
    }),
    profile_data: Type.Optional(
      Type.Record(Type.String({ pattern: '^[0-9]+$' }), ProfileValue, {
        description: 'Custom profile fields by their IDs. Absent from bots.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type UserObject = Static<typeof UserObject>;

export interface UserVariant {
  /** Whether the client computes pictures from addresses by itself. */
  clientGravatar: boolean;
  /** The custom fields of people, by user ID; undefined: they are left out. */
  profiles: ReadonlyMap<number, Profile> | undefined;
  /** `realmHost` */
  host: string;
}

export function presentUser(reader: EmailReader, user: User, variant: UserVariant): UserObject {
  return {
    user_id: user.id,
    delivery_email: mayViewEmail(reader, user) ? user.email : null,
    email: emailFor(reader, user, variant.host),
    full_name: user.fullName,
    date_joined: presentTime(user.dateJoined),
    is_active: user.isActive,
    is_owner: user.role === Role.owner,
    is_admin: user.role === Role.owner || user.role === Role.administrator,
    is_guest: user.role === Role.guest,
    is_bot: user.isBot,
    bot_type: user.botType,
    bot_owner_id: user.botOwnerId,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(reader, user, variant.clientGravatar),
    avatar_version: user.avatarVersion,
    ...(variant.profiles && !user.isBot ? { profile_data: variant.profiles.get(user.id) ?? {} } : {}),
  };
}

/** Presents a person unknown to the reader, for clients that need an object for everybody. */
export function presentUnknownUser(id: number, host: string): UserObject {
  return {
    user_id: id,
    delivery_email: null,
    email: dummyEmail(id, host),
    full_name: UNKNOWN_NAME,
    date_joined: presentTime(new Date(0)),
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: Role.member,
    timezone: '',
    avatar_url: ownAvatarUrl({ id, avatarVersion: 0 }),
    avatar_version: 0,
    profile_data: {},
  };
}

function presentTime(time: Date): string {
  return time.toISOString().replace('Z', '+00:00');
}
