import type { Texts } from '../texts/index.ts';
import { html } from './html.ts';
import type { View } from './page.ts';

/** For a link whose token opens nothing, or nothing any more: one answer for both. */
export function goneLink({ goneLink: { title, text } }: Texts): View {
  return { status: 404, title, body: html`<p>${text}</p>` };
}
