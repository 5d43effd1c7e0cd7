import { Icon } from '../../shared/ui/icon.tsx';
import { secondsOfDay } from '../../shared/ui/time.tsx';
import { asOf, receivedAt } from '../data/connection.ts';
import { isWhole } from '../data/floor.ts';
import { words } from '../texts/index.ts';

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
