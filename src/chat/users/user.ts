import type { Role } from '../http/caller.ts';
import type { UserSettings } from '../settings/user-settings.ts';

/** A person or bot of an organization; holds all that a message shows of its sender (`MessagePerson`). */
export interface User {
  id: number;
  /** The real address; `emailFor` says what a reader is shown. */
  email: string;
  fullName: string;
  role: Role;
  isActive: boolean;
  isBot: boolean;
  /** Null: not a bot; 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
  botType: number | null;
  botOwnerId: number | null;
  /** Whether nobody signs in as this: it bears the name of somebody who writes by the other API (`NewUser`). */
  isStandIn: boolean;
  timezone: string;
  avatarVersion: number;
  /** Whether they have a picture of their own; else one is drawn of their initials. */
  hasAvatar: boolean;
  /** 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators (spec: chat 4.2). */
  emailVisibility: number;
  dateJoined: Date;
  /** Personal settings, by their API name; see `settingsOf` and `languageOfPerson`. */
  settings: Partial<UserSettings> & { default_language?: string };
}

/** An account that is to be made. */
export interface NewUser {
  organizationId: string;
  email: string;
  fullName: string;
  role: Role;
  /** In the form of `hashPassword`; null: no sign-in by password. */
  passwordHash: string | null;
  /** Whether the address is proven to be the person's (`NewPerson`). */
  isEmailVerified?: boolean;
  /** 1 to 4 for bots. */
  botType: number | null;
  botOwnerId: number | null;
  /**
   * Whether it stands for somebody without an account who writes by another way, a driver: no person is behind it, so it has no
   * password, key or session, is brought into no channel, and gets no mail.
   */
  isStandIn?: boolean;
  /** `realmHost`, for the address that others are shown where the real one is hidden from them. */
  host?: string;
}
