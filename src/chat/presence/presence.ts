import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';

/**
 * Time after the last activity or connection for which somebody counts as present; clients read it when they register.
 */
export const OFFLINE_SECONDS = 140;
/** Default number of days of presence history. */
export const HISTORY_DAYS = 14;

/** Times of somebody's last presence, in milliseconds. */
export interface PresenceTimes {
  /** Used a client; 0: not known. */
  active: number;
  /** Was connected, in use or not. */
  connected: number;
}

const Seconds = Type.Integer();
const Status = Type.Union([Type.Literal('active'), Type.Literal('idle')]);

export const SlimPresence = Type.Object(
  {
    active_timestamp: Type.Optional(
      described(Seconds, 'When the user last used a client, in UNIX seconds. Absent if it is not known.'),
    ),
    idle_timestamp: Type.Optional(described(Seconds, 'When a client of the user was last connected, in UNIX seconds.')),
  },
  { additionalProperties: false },
);
const website = Type.Literal('website');
/** client: zulip-terminal reads `aggregated`; there is one client, since presence is a person's. */
export const LegacyPresence = Type.Object(
  {
    aggregated: Type.Object(
      {
        client: described(website, 'Always `website`: presence belongs to the person and not to a program.'),
        status: described(Status, '`active`: uses a client. `idle`: a client is connected.'),
        timestamp: described(Seconds, 'Time of the status, in UNIX seconds.'),
      },
      { additionalProperties: false, description: 'Latest presence of the user.' },
    ),
    website: Type.Object(
      {
        client: described(website, 'Always `website`: presence belongs to the person and not to a program.'),
        status: described(Status, '`active`: uses a client. `idle`: a client is connected.'),
        timestamp: described(Seconds, 'Time of the status, in UNIX seconds.'),
        pushable: Type.Boolean({ description: 'Always false. Older clients read it.' }),
      },
      { additionalProperties: false, description: 'Same as `aggregated`.' },
    ),
  },
  { additionalProperties: false },
);

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

export function slimPresence({ active, connected }: PresenceTimes): Static<typeof SlimPresence> {
  return {
    ...(active > 0 ? { active_timestamp: seconds(active) } : {}),
    idle_timestamp: seconds(connected),
  };
}

/** Idle is who was connected well after the last use. */
export function statusOf({ active, connected }: PresenceTimes): { status: 'active' | 'idle'; timestamp: number } {
  return connected - active < OFFLINE_SECONDS * 1000
    ? { status: 'active', timestamp: seconds(active) }
    : { status: 'idle', timestamp: seconds(connected) };
}

export function legacyPresence(times: PresenceTimes): Static<typeof LegacyPresence> {
  const shown = { client: 'website' as const, ...statusOf(times) };
  return { aggregated: shown, website: { ...shown, pushable: false } };
}
