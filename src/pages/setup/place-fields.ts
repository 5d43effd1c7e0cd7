import { type Filled, input } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { type Html, html } from '../http/html.ts';
import type { Texts } from '../texts/index.ts';

const MAX_ADDRESS = 300;

/** Fields of a form that ask for a place. */
export const placeForm = { address: line(MAX_ADDRESS), coordinates: line(60) };

export function placeInputs(filled: Filled, { steps: { place } }: Texts): Html {
  return html`${input(filled, { name: 'address', label: place.address, hint: place.addressHint, max: MAX_ADDRESS })}
${input(filled, { name: 'coordinates', label: place.coordinates, hint: place.coordinatesHint, max: 60, optional: true })}`;
}

/**
 * The place as the dispatch API takes it: longitude first there, as people write it latitude first.
 * @returns undefined when the coordinates cannot be read
 */
export function givenPlace(
  { address, coordinates }: { address: string; coordinates: string },
  country: string,
): { address: object; location?: [number, number] } | undefined {
  const countryName = new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
  if (coordinates === '') return { address: { unparsed: `${address}, ${countryName}` } };
  const [, latitude, longitude] = /^(-?\d+(?:\.\d+)?)[,;\s]+(-?\d+(?:\.\d+)?)$/.exec(coordinates) ?? [];
  if (latitude === undefined) return undefined;
  return { address: partsOf(address, countryName), location: [Number(longitude), Number(latitude)] };
}

/** With a location the API takes an address in parts; the place does not depend on how well they are told apart. */
function partsOf(address: string, country: string): object {
  const [first = '', ...others] = address.split(',').map((part) => part.trim());
  const [number = ''] = /\d+\S*/.exec(first) ?? [];
  const last = others.at(-1) ?? '';
  const [postalCode = ''] = /\b\d{4,6}\b/.exec(last) ?? [];
  return {
    number,
    street: first.replace(number, '').trim(),
    postalCode,
    city: last.replace(postalCode, '').trim(),
    country,
  };
}
