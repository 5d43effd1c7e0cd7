import { inkOn } from '../../rules/ink-on.ts';

let sheet: CSSStyleSheet | undefined;

/**
 * Sets the tokens `--brand` and `--on-brand` of the page, by a stylesheet: a page has no style attribute.
 * @param colour `#rrggbb`; null for Hubbub's own
 */
export function setBrand(colour: string | null): void {
  sheet ??= new CSSStyleSheet();
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  const isColour = colour !== null && /^#[\da-f]{6}$/i.test(colour);
  sheet.replaceSync(isColour ? `@layer tokens { :root { --brand: ${colour}; --on-brand: ${inkOn(colour)}; } }` : '');
}
