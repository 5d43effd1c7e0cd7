import { computed } from '@preact/signals';
import { Icon } from '../../shared/ui/icon.tsx';
import { secondsOfDay } from '../../shared/ui/time.tsx';
import { second } from '../data/clock.ts';
import { closedSince, receivedAt } from '../data/connection.ts';
import { isWhole } from '../data/floor.ts';
import { words } from '../texts/index.ts';

/** The server says something every 25 s; whoever has heard nothing for longer does not know how things are. */
const SILENT_MS = 32_000;
/** A stream that is back so soon was never missed. */
const GRACE_MS = 5000;

/** As of when the page is true; undefined: as of now. */
export const asOf = computed<Date | undefined>(() => {
  const { value: now } = second;
  const closed = closedSince.value;
  if (closed && now - closed.getTime() >= GRACE_MS) return closed;
  const received = receivedAt.value;
  return received && now - received.getTime() >= SILENT_MS ? received : undefined;
});

/** State of the connection: live, or the time of the last data. It never calls old data live. */
export function Connection() {
  const since = asOf.value;
  const [kind, text] = since
    ? (['old', words.connection.asOf({ time: secondsOfDay(since) })] as const)
    : isWhole.value && receivedAt.value
      ? (['live', words.connection.live] as const)
      : (['waiting', words.connection.waiting] as const);
  return (
    <span class={`connection ${kind}`} role="status">
      <Icon name={kind === 'old' ? 'wifi-off' : 'circle-dot'} />
      {text}
    </span>
  );
}
