import type { Destination } from '../../store/wire/dispatch.ts';
import { textOf } from './text-of.ts';

const PARTS = ['street', 'number', 'apartment', 'postalCode', 'city', 'country'] as const;

/** A place as the API takes it. The position that somebody gave holds; else the server looks the address up. */
export function placeOf(form: FormData, position: 'given' | 'looked up' = 'given') {
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
  const isOtherAddress = PARTS.some((part) => textOf(form, part) !== (address[part] ?? ''));
  const isOtherPosition = textOf(form, 'position') !== `${lat}, ${lon}`;
  if (!isOtherAddress && !isOtherPosition) return undefined;
  return placeOf(form, isOtherAddress && !isOtherPosition ? 'looked up' : 'given');
}
