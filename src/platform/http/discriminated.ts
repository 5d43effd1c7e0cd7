import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';

type Json = Record<string, unknown>;

/**
 * A value of one of several forms, told apart by one property. In the documents it is `oneOf` with a `discriminator`,
 * whose mapping is written once the members have names (`referToSchemas`).
 * @param property name of a property that each member has as a constant; a member may again be such a union
 */
export function discriminated<Member extends TSchema>(
  property: string,
  members: readonly Member[],
  options: { description?: string } = {},
): TUnsafe<Static<Member>> {
  return Type.Unsafe<Static<Member>>({ oneOf: [...members], discriminator: { propertyName: property }, ...options });
}

/** The property by which a union's members are told apart; undefined for any other schema. */
export function discriminatorOf(schema: object): string | undefined {
  return (schema as { discriminator?: { propertyName: string } }).discriminator?.propertyName;
}

/** Members of a union. */
export const membersOf = (schema: object): readonly Json[] => (schema as { oneOf: readonly Json[] }).oneOf;

/** Value of a property that a member of a union has as a constant; for a union, that of all its members. */
export function constantOf(member: object, property: string): unknown {
  const { oneOf, properties } = member as { oneOf?: readonly object[]; properties?: Record<string, Json> };
  return oneOf ? constantOf(oneOf[0]!, property) : properties?.[property]?.const;
}
