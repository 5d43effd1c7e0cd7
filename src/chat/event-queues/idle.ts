import type { Config } from '../../platform/config.ts';

/** A queue's longest idle life. The log is kept for longer. */
const MAX_IDLE_SECONDS = 7 * 24 * 3600;
/** A poll's time is written once a minute, at the beginning of a poll. */
const POLLED_AT_SLACK = 60;

/**
 * Returns the lifetime of a queue without a poll: as configured, or longer if its client asks for it.
 * @param asked seconds, or `mobile`: as long as possible
 */
export function idleSecondsOf(config: Config, asked: number | 'mobile' | undefined): number {
  const askedSeconds = asked === 'mobile' ? MAX_IDLE_SECONDS : Math.ceil(asked ?? 0);
  const seconds = Math.min(MAX_IDLE_SECONDS, Math.max(config.eventQueueIdleMinutes * 60, askedSeconds));
  return seconds + config.eventPollSeconds + POLLED_AT_SLACK;
}
