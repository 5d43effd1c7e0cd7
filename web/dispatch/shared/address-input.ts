import type { Destination } from '../../store/wire/dispatch.ts';
import { textOf } from './text-of.ts';

const PARTS = ['street', 'number', 'apartment', 'postalCode', 'city', 'country'] as const;

/** Value of `addressBy` of a form whose address is one line, as it was typed. */
export const BY_LINE = 'line';

/** A place as the API takes it. An address in one line is read by the server. The position that somebody gave holds; else the server looks the address up. */
export function placeOf(form: FormData, position: 'given' | 'looked up' = 'given') {
  if (textOf(form, 'addressBy') === BY_LINE)
    return { address: { unparsed: textOf(form, 'addressLine'), apartment: textOf(form, 'apartment') } };
  const address = Object.fromEntries(PARTS.map((part) => [part, textOf(form, part)]));
  const given = textOf(form, 'position');
  const [lat, lon] = given.split(',').map(Number);
  return { address, ...(given !== '' && position === 'given' && { location: [lon, lat] }) };
}

/**
 * The same of a place that was there before; undefined where nothing of it is another one. Another address without another
 * position is looked up.
 */
export function changedPlaceOf(
  form: FormData,
  { address, location: [lon, lat] }: Pick<Destination, 'address' | 'location'>,
) {
  const isOtherAddress =
    textOf(form, 'addressBy') === BY_LINE || PARTS.some((part) => textOf(form, part) !== (address[part] ?? ''));
  const isOtherPosition = textOf(form, 'position') !== `${lat}, ${lon}`;
  if (!isOtherAddress && !isOtherPosition) return undefined;
  return placeOf(form, isOtherAddress && !isOtherPosition ? 'looked up' : 'given');
}
