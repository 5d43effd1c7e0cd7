const MAX_FIELD = 2000;
const MAX_TEMPLATE = 2000;

/**
 * A template's text with `{path}` replaced by what the payload has there: `{alert.name}`, `{items.0.title}`, `{items.*.title}` (each, with
 * commas between), `{name|nobody}` (what stands there when there is nothing). `{{` is one brace. An object is shown as JSON.
 */
export function fillTemplate(template: string, payload: object): string {
  return template
    .slice(0, MAX_TEMPLATE)
    .replaceAll(/\{\{|\{([^{}|]{1,200})(?:\|([^{}]{0,200}))?\}/g, (_all, path?: string, fallback = '') =>
      path === undefined ? '{' : fieldText(valuesAt(payload, path.trim().split('.'))) || fallback,
    );
}

const MAX_VALUES = 20;

/** What stands at a path; several where it has a `*`. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*')
    return Object.values(value)
      .slice(0, MAX_VALUES)
      .flatMap((item) => valuesAt(item, rest))
      .slice(0, MAX_VALUES);
  return Object.hasOwn(value, step) ? valuesAt((value as Record<string, unknown>)[step], rest) : [];
}

const fieldText = (values: readonly unknown[]) =>
  values
    .filter((value) => value !== null && value !== '')
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(', ')
    .slice(0, MAX_FIELD);
