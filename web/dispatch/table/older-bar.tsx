import { locale } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { useAddress } from '../data/address.ts';
import { tableWords } from './texts/index.ts';
import type { useOlder } from './use-older.ts';

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const WEEK_MS = 7 * 24 * 3600 * 1000;

interface OlderBarProps {
  older: ReturnType<typeof useOlder>;
  /** From when on the feed has what is completed. */
  since: number;
  /** Whether a time of completion is asked for. */
  isAsked: boolean;
}

/** Bar that states which completed tasks are loaded, with a button for the others. */
export function OlderBar({ older, since, isAsked }: OlderBarProps) {
  const [, change] = useAddress();
  const { tasks, busy, isMore, isTooMany, failure } = older;
  if (!isAsked)
    return (
      <div class="table-older">
        <span>{tableWords.older.since({ day: day.format(since) })}</span>
        <Button kind="quiet" icon="history" onClick={() => change({ doneFrom: localDay(since - WEEK_MS) })}>
          {tableWords.older.button}
        </Button>
      </div>
    );
  if (tasks.length === 0 && !busy && !failure) return null;
  return (
    <div class="table-older" aria-live="polite">
      {failure && <Failure {...failure} onRetry={older.loadMore} />}
      <span>
        {busy ? tableWords.older.loading({ count: tasks.length }) : tableWords.older.loaded({ count: tasks.length })}
      </span>
      {isTooMany && <span>{tableWords.older.tooMany}</span>}
      {busy && <Button onClick={older.stop}>{tableWords.older.stop}</Button>}
      {!busy && isMore && !isTooMany && (
        <>
          <Button onClick={older.loadMore}>{tableWords.older.more}</Button>
          <Button onClick={older.loadAll}>{tableWords.older.all}</Button>
        </>
      )}
    </div>
  );
}

/** A day as the address and a field of a day have it. */
function localDay(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
