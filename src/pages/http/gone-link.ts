import type { Texts } from '../texts/index.ts';
import { html } from './html.ts';
import type { View } from './page.ts';

/** Page to continue with after an invalid link, by the link's purpose. */
const WAYS = { invitation: '/sign-in', password: '/reset', phone: '/driver' };

/** For a link whose token opens nothing, or nothing any more: one answer for both. @param wasFor says what to do instead */
export function goneLink({ goneLink: { title, text, instead } }: Texts, wasFor?: keyof typeof WAYS): View {
  const next =
    wasFor &&
    html`<p>${instead[wasFor].text}</p>
<div class="actions"><a class="button" href="${WAYS[wasFor]}">${instead[wasFor].go}</a></div>`;
  return { status: 404, title, body: html`<p>${text}</p>${next}` };
}
