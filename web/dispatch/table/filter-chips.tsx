import { locale } from '../../shared/texts/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { type TableState, tableStates } from '../../store/dispatch/select/table.ts';
import { type AddressParts, useAddress } from '../data/address.ts';
import { nameOfOwner } from '../data/names.ts';
import { customFields } from '../data/organization.ts';
import { filterOf } from './table-address.ts';
import { tableWords } from './texts/index.ts';

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** Text of a filter, and its parts of the address. */
interface Chip {
  text: string;
  parts: readonly (keyof AddressParts)[];
}

/** Filters of the table beside the text, each removable. */
export function FilterChips() {
  const [address, change] = useAddress();
  const chips = chipsOf(address);
  if (chips.length === 0) return null;
  return (
    <ul class="table-chips">
      {chips.map(({ text, parts }) => (
        <li key={text}>
          <button
            type="button"
            class="table-chip"
            aria-label={tableWords.filter.remove({ what: text })}
            onClick={() => change(Object.fromEntries(parts.map((part) => [part, undefined])))}
          >
            <span dir="auto">{text}</span>
            <Icon name="x" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function chipsOf(address: AddressParts): Chip[] {
  const { team, of, state, skill, field, value } = address;
  const { window, completed } = filterOf(address);
  const chips: Chip[] = [];
  if (state && tableStates.some((each) => each === state))
    chips.push({ text: tableWords.states[state as TableState], parts: ['state'] });
  if (team) chips.push({ text: nameOfOwner({ type: 'TEAM', id: team }), parts: ['team'] });
  if (of) chips.push({ text: nameOfOwner({ type: 'WORKER', id: of }), parts: ['of'] });
  if (window) chips.push({ text: `${tableWords.filter.window}: ${rangeText(window, moment)}`, parts: ['from', 'to'] });
  if (completed)
    chips.push({
      // The last day is a part of it.
      text: `${tableWords.filter.completed}: ${rangeText({ ...completed, to: completed.to - 1 }, day)}`,
      parts: ['doneFrom', 'doneTo'],
    });
  if (skill) chips.push({ text: `${tableWords.filter.skill}: ${skill}`, parts: ['skill'] });
  if (field && value) {
    const name = customFields.value.find(({ key }) => key === field)?.name ?? field;
    chips.push({ text: `${name}: ${value}`, parts: ['field', 'value'] });
  }
  return chips;
}

/** Returns the text of a range; an open range only has one end. */
function rangeText({ from, to }: { from: number; to: number }, format: Intl.DateTimeFormat): string {
  const isOpen = to >= Number.MAX_VALUE - 1;
  if (from === 0) return tableWords.filter.until({ time: format.format(to) });
  return isOpen ? tableWords.filter.since({ time: format.format(from) }) : format.formatRange(from, to);
}
