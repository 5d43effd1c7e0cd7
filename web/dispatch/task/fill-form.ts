import { formatAddress, type PostalAddress } from '../../../rules/format-address.ts';

/** Fields that make the one line of an address, and its position. */
export const PLACE_PARTS = ['street', 'number', 'postalCode', 'city', 'country', 'position'] as const;

/** Fields of one task that the next one does not share: who, where and what, not when and whose. */
const OWN_FIELDS = [
  ...['name', 'phone', 'addressLine', 'apartment', 'street', 'number', 'postalCode', 'city', 'position'],
  ...['placeNotes', 'notes', 'quantity', 'language', 'knownLanguage'],
];

/** A place as suggestions have it. */
export interface SuggestedPlace {
  address: PostalAddress;
  /** Longitude and latitude; null: the server looks the address up. */
  location: readonly number[] | null;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function setField(form: HTMLFormElement, name: string, value: string): void {
  (form.elements.namedItem(name) as Control | null)!.value = value;
}

/** Whether what was typed into is one of these fields. */
export function isOneOf(names: readonly string[], target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && names.includes(target.name);
}

/** Writes a known place into the form. */
export function fillPlace(form: HTMLFormElement, { address, location }: SuggestedPlace): void {
  setField(form, 'addressBy', 'parts');
  setField(form, 'addressLine', formatAddress({ ...address, apartment: '' }));
  for (const part of ['street', 'number', 'apartment', 'postalCode', 'city', 'country'] as const)
    setField(form, part, address[part] ?? '');
  setField(form, 'position', location ? `${location[1]}, ${location[0]}` : '');
}

/** Empties what belongs to one task, and begins anew. */
export function emptyForNext(form: HTMLFormElement): void {
  for (const name of OWN_FIELDS) setField(form, name, '');
  setField(form, 'addressBy', 'line');
  form.querySelector<HTMLElement>('input[name=name]')!.focus();
}
