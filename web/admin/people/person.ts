import type { IconName } from '../../shared/ui/icon-names.ts';

/** Somebody of the organization, as `/api/admin/people` has them. */
export interface Person {
  id: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  phone: string | null;
  hasPassword: boolean;
  secondFactor: boolean;
  chat: { userId: number; role: number; isActive: boolean } | null;
  dispatch: { administratorId: string; isOwner: boolean; isActive: boolean; isReadOnly: boolean } | null;
  worker: { workerId: string; hasJoined: boolean } | null;
  sessions: number;
  usedAt: number | null;
}

export interface PeopleAnswer {
  people: Person[];
  total: number;
  next?: string;
}

/** Values of the filter above the list. */
export const KINDS = ['all', 'chat', 'guests', 'administrators', 'workers', 'invited', 'deactivated'] as const;

export const ICON_OF_PERSON: IconName = 'user';
