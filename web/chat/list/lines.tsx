import { locale } from '../../shared/texts/index.ts';
import { Divider } from '../../shared/ui/divider.tsx';
import { dayInZone } from '../message/reader.ts';
import type { ListRow } from '../message/rows.ts';
import { listWords } from './texts/index.ts';

const DAY_MS = 86_400_000;

const date = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
const dateWithYear = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });

/** Begins a day. */
export function DayLine({ row }: { row: Extract<ListRow, { kind: 'day' }> }) {
  return (
    <div data-row={row.key} class="day-line">
      <Divider label={dayInWords(row.at)} />
    </div>
  );
}

function dayInWords(at: number): string {
  const day = dayInZone(at / 1000);
  if (day === dayInZone(Date.now() / 1000)) return listWords.today;
  if (day === dayInZone((Date.now() - DAY_MS) / 1000)) return listWords.yesterday;
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return (isThisYear ? date : dateWithYear).format(at);
}

/** Line above the first message that was unread when the list opened. */
export function UnreadLine({ row }: { row: Extract<ListRow, { kind: 'unread' }> }) {
  return (
    <div data-row={row.key} class="unread-line">
      <Divider kind="new" label={listWords.unread} />
    </div>
  );
}
