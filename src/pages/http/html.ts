/** HTML that may stand in a page as it is. Only `html` makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Value in a template: text is escaped, HTML is not, and missing values are empty. */
type Part = Html | string | number | false | null | undefined | readonly Part[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A template of HTML. Values are escaped, also in attributes, which are always quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
  if (typeof part === 'number') return String(part);
  return part ? part.map(textOf).join('') : '';
}
