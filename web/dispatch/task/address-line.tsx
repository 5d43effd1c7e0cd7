import { useRef, useState } from 'preact/hooks';
import { formatAddress } from '../../../rules/format-address.ts';
import { request } from '../../shared/session/session.ts';
import { Field } from '../../shared/ui/field.tsx';
import type { Destination, SuggestAddressesAnswer } from '../../store/wire/dispatch.ts';
import { AddressFields } from '../shared/address-fields.tsx';
import { BY_LINE } from '../shared/address-input.ts';
import { SuggestField } from '../shared/suggest-field.tsx';
import { words } from '../texts/index.ts';
import { fillPlace, isOneOf, PLACE_PARTS, setField } from './fill-form.ts';

type Suggestion = SuggestAddressesAnswer['suggestions'][number];

/** Letters from which on the server looks for an address. */
const MIN_LETTERS = 3;
/** Stands for the number that is still missing; no address has it. */
const GAP = '\u0000';

/**
 * The address in one line, with suggestions, and folded below it the same in parts. What was written last counts: the
 * line is read by the server, the parts make the line.
 */
export function AddressLine({ place }: { place?: Pick<Destination, 'address' | 'location'> | undefined }) {
  const root = useRef<HTMLDivElement>(null);
  const [isGeocoderSet, setGeocoderSet] = useState(false);
  const form = () => root.current!.closest('form')!;
  const ask = async (typed: string, mayBeSlow: boolean) => {
    if (typed.trim().length < MIN_LETTERS) return [];
    // The second request is only for what others know.
    if (mayBeSlow && !isGeocoderSet) throw new Error('nobody else to ask');
    const query = new URLSearchParams({ q: typed.slice(0, 200), ...(mayBeSlow && { geocoder: 'true' }) });
    const answer = await request<SuggestAddressesAnswer>(`/api/v2/addresses/suggestions?${query}`);
    setGeocoderSet(answer.isGeocoderSet);
    return answer.suggestions;
  };
  const choose = ({ address, location }: Suggestion, field: HTMLInputElement) => {
    if (address.number) {
      fillPlace(form(), { address: { ...address, apartment: apartmentOf(form()) }, location });
      return;
    }
    // The number is asked for where it belongs.
    const line = formatAddress({ ...address, number: GAP });
    const at = line.indexOf(GAP);
    field.value = line.replace(GAP, '');
    field.setSelectionRange(at, at);
  };
  return (
    <div
      ref={root}
      class="form-group"
      onInput={({ target }) => {
        if (!isOneOf(PLACE_PARTS, target)) return;
        const parts = Object.fromEntries(PLACE_PARTS.map((part) => [part, new FormData(form()).get(part)]));
        setField(form(), 'addressBy', 'parts');
        setField(form(), 'addressLine', formatAddress(parts));
      }}
    >
      <input type="hidden" name="addressBy" defaultValue={place ? 'parts' : BY_LINE} />
      <SuggestField<Suggestion>
        name="addressLine"
        label={words.fields.address}
        hint={words.form.addressHint}
        maxLength={1000}
        defaultValue={place ? formatAddress({ ...place.address, apartment: '' }) : ''}
        ask={ask}
        optionOf={({ address, source }, index) => ({
          id: String(index),
          label: formatAddress(address),
          content: (
            <span class="suggestion" dir="auto">
              {formatAddress(address)} <small>{words.form.sources[source]}</small>
            </span>
          ),
        })}
        onType={() => {
          setField(form(), 'addressBy', BY_LINE);
          for (const part of PLACE_PARTS) if (part !== 'country') setField(form(), part, '');
        }}
        onChoose={choose}
      />
      <Field label={words.fields.apartment} optional>
        <input name="apartment" autocomplete="off" dir="auto" defaultValue={place?.address.apartment ?? ''} />
      </Field>
      <details class="form-more" open={place !== undefined}>
        <summary>{words.form.inParts}</summary>
        <div class="form-group">
          <AddressFields place={place} isBesideLine />
        </div>
      </details>
    </div>
  );
}

const apartmentOf = (form: HTMLFormElement) => String(new FormData(form).get('apartment') ?? '');
