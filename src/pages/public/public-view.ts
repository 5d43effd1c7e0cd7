import { type Html, html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';
import type { PublicFace } from './access.ts';

interface PublicPage {
  title: string;
  description: string;
  path: string;
  /** Whether this is the address by which the page is known: search engines list no others. */
  isFirst: boolean;
  body: Html;
  /** Text of the link for people with an account. */
  signIn: string;
}

/** Returns a page that everybody may read, with the way in for people who want to answer. */
export function publicView(
  { url, visitor }: PageRequest,
  face: PublicFace,
  { title, description, path, isFirst, body, signIn }: PublicPage,
): View {
  return {
    title,
    organization: face.name,
    description,
    address: url + path,
    isListed: face.isListed && isFirst,
    body: html`${body}
${!visitor && html`<p><a class="button" href="/sign-in?to=${encodeURIComponent(path)}">${signIn}</a></p>`}`,
  };
}

/** Reads the ID of a message in an address; undefined for anything else. */
export function idIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
