import MarkdownIt from 'markdown-it';
import { lazy } from '../../platform/lazy.ts';
import { Html } from '../http/html.ts';

/** A guide as HTML. */
export interface RenderedGuide {
  title: string;
  body: Html;
}

/** Path of the guides. */
export const GUIDES = '/docs/guides';

const renderer = lazy(() => {
  const markdown = new MarkdownIt({ html: false });
  const { rules } = markdown.renderer;
  rules.heading_open = (tokens, index) => {
    const { tag } = tokens[index]!;
    return `<${tag} id="${slugOf(tokens[index + 1]!.content)}">`;
  };
  rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index]!;
    token.attrSet('href', servedHref(String(token.attrGet('href'))));
    return self.renderToken(tokens, index, options);
  };
  // A wide table or a long line scrolls by itself, also by keys; the page never does.
  rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.fence = (tokens, index) =>
    `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]!.content)}</code></pre>\n`;
  return markdown;
});

/**
 * Renders a guide.
 * @param text Markdown that begins with its title as a heading
 */
export function renderGuide(text: string): RenderedGuide {
  const [, title = '', body = ''] = /^# ([^\n]*)\n(.*)$/s.exec(text) ?? [];
  return { title, body: new Html(renderer().render(body)) };
}

/** The anchor of a heading, as in the repository's pages: words in lower case, joined by hyphens. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Target of a guide's link on the server: another guide's file is a page there. */
function servedHref(href: string): string {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === undefined) return href;
  return `${name === 'README' ? GUIDES : `${GUIDES}/${name}`}${anchor}`;
}
