import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';

const Part = Type.String({ maxLength: 500 });
const part = Type.Optional(Nullable(Part));
/** client: a house number or a postal code may be a JSON number. */
const numberPart = Type.Optional(Type.Union([Part, Type.Number(), Type.Null()]));

/** An address as a caller gives it (spec: dispatch 2). Which parts must be there: see `checkPlace`. */
export const AddressInput = Type.Object({
  name: part,
  number: numberPart,
  street: part,
  apartment: numberPart,
  city: part,
  state: part,
  postalCode: numberPart,
  country: part,
  unparsed: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
});
export type AddressInput = Static<typeof AddressInput>;

/** An address as it is shown. */
export const Address = Type.Object({
  name: Type.Optional(Type.String()),
  number: Type.String(),
  street: Type.String(),
  apartment: Type.String(),
  city: Type.String(),
  county: Type.Optional(Type.String()),
  state: Type.String(),
  postalCode: Type.String(),
  country: Type.String(),
});
export type Address = Static<typeof Address>;

/** The parts as text, without those that say nothing. */
export function cleanAddress(given: AddressInput): Partial<Record<keyof AddressInput, string>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'number' || value?.trim() ? [[name, String(value).trim()]] : [],
    ),
  );
}
