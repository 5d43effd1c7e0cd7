const MAX_FIELD = 2000;
const MAX_TEMPLATE = 2000;
/** Fields that are filled; further ones stay as they are written. */
const MAX_FIELDS = 30;
/** Objects of the payload that one template looks into: each `*` asks for many. */
const MAX_LOOKUPS = 10_000;
const MAX_VALUES = 20;

/**
 * A template's text with `{path}` replaced by what the payload has there: `{alert.name}`, `{items.0.title}`, `{items.*.title}` (each, with
 * commas between), `{name|nobody}` (what stands there when there is nothing). `{{` is one brace. An object is shown as JSON.
 */
export function fillTemplate(template: string, payload: object): string {
  const left = { fields: MAX_FIELDS, lookups: MAX_LOOKUPS };
  return template
    .slice(0, MAX_TEMPLATE)
    .replaceAll(/\{\{|\{([^{}|]{1,200})(?:\|([^{}]{0,200}))?\}/g, (all, path?: string, fallback = '') => {
      if (path === undefined) return '{';
      if (left.fields-- <= 0) return all;
      return fieldText(valuesAt(payload, path.trim().split('.'), left)) || fallback;
    });
}

/**
 * Returns the values at a path; several for a `*`.
 * @param left how many objects may still be visited
 */
function valuesAt(value: unknown, [step, ...rest]: readonly string[], left: { lookups: number }): unknown[] {
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null || left.lookups-- <= 0) return [];
  if (step === '*')
    return Object.values(value)
      .slice(0, MAX_VALUES)
      .flatMap((item) => valuesAt(item, rest, left))
      .slice(0, MAX_VALUES);
  return Object.hasOwn(value, step) ? valuesAt((value as Record<string, unknown>)[step], rest, left) : [];
}

const fieldText = (values: readonly unknown[]) =>
  values
    .filter((value) => value !== null && value !== '')
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(', ')
    .slice(0, MAX_FIELD);
