import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Nullable } from '../http/validate.ts';

const Part = Type.String({ maxLength: 500 });
const part = Type.Optional(Nullable(Part));
/** client: a house number or a postal code may be a JSON number. */
const numberPart = Type.Optional(Type.Union([Part, Type.Number(), Type.Null()]));

/** An address as a caller gives it (spec: dispatch 2). Which parts must be there: see `checkPlace`. */
export const AddressInput = Type.Object({
  name: described(part, 'Name of the place, such as a company.'),
  number: described(numberPart, 'House number; it may contain letters.'),
  street: described(part, 'Street without the house number.'),
  apartment: described(numberPart, 'Apartment, floor or suite.'),
  city: described(part, 'City or town.'),
  state: described(part, 'State, province or region.'),
  postalCode: described(numberPart, 'Postal code of the country.'),
  country: described(part, 'Country by name or by ISO 3166-1 code.'),
  unparsed: Type.Optional(
    Nullable(Type.String({ maxLength: 1000 }), {
      description:
        'The whole address in one line, parts between commas. All other members but `name` and `apartment` ' +
        'are ignored.',
    }),
  ),
});
export type AddressInput = Static<typeof AddressInput>;

/** An address as it is shown. */
export const Address = Type.Object({
  name: Type.Optional(Type.String({ description: 'Name of the place; absent if there is none.' })),
  number: Type.String({ description: 'House number; empty if it is not known.' }),
  street: Type.String({ description: 'Street without the house number; empty if it is not known.' }),
  apartment: Type.String({ description: 'Apartment, floor or suite; empty if there is none.' }),
  city: Type.String({ description: 'City or town; empty if it is not known.' }),
  county: Type.Optional(Type.String({ description: 'County or district; absent if it is not known.' })),
  state: Type.String({ description: 'State, province or region; empty if it is not known.' }),
  postalCode: Type.String({ description: 'Postal code of the country; empty if it is not known.' }),
  country: Type.String({ description: 'Country by name or code; empty if it is not known.' }),
});
export type Address = Static<typeof Address>;

/** The parts as text, without those that say nothing. Members that are no part of an address may be of any type. */
export function cleanAddress(given: AddressInput): Partial<Record<keyof AddressInput, string>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
      return text ? [[name, text]] : [];
    }),
  );
}
