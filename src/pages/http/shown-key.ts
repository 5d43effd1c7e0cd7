import type { Texts } from '../texts/index.ts';
import { type Html, html } from './html.ts';

/** A secret that is shown this once. */
export function shownKey({ fields }: Texts, lead: string, key: string): Html {
  return html`<div class="done" role="status"><p>${lead}</p><p data-copy="${fields.copy}" data-copied="${fields.copied}"><code class="key" dir="ltr">${key}</code></p><small>${fields.shownOnce}</small></div>`;
}
