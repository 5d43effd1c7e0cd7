import type { Page } from 'playwright-core';

/**
 * For tests: returns the words of a page in the made-up language `en-XA` that come from no catalogue. Texts of people run in their
 * own direction (`dir="auto"`), and dates, keys, code, names of emoji and of languages are no texts of ours.
 * @param names of people and things, which labels have too
 */
export function untranslatedWords(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((known) => {
    const OTHERS =
      '[dir="auto"], [translate="no"], [lang]:not(html), time, kbd, code, pre, script, style, svg, .message-html, .emoji-pill, .emoji-grid';
    /** Messages are `[…]`, also within each other. */
    const withoutMessages = (text: string): string => {
      const inner = text.replaceAll(/\[[^[\]]*\]/g, '');
      return inner === text ? text : withoutMessages(inner);
    };
    const found = new Set<string>();
    const look = (text: string | null, where: Element) => {
      const rest = withoutMessages(text ?? '').trim();
      if (/\p{L}{2}/u.test(rest) && !known.includes(rest))
        found.add(`${rest.slice(0, 80)} (${where.tagName.toLowerCase()}.${where.className})`);
    };
    const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) => each.checkVisibility());
    for (const element of seen) {
      for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'data-hint', 'alt'])
        if (!element.closest(OTHERS)) look(element.getAttribute(name), element);
      if (element.closest(OTHERS)) continue;
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      look(texts.map(({ textContent }) => textContent).join(''), element);
    }
    return [...found];
  }, names);
}
