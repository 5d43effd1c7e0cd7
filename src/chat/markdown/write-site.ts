import { escapeHtml } from './escape.ts';

/** Metadata of a page. */
export interface SiteFacts {
  title: string;
  description: string;
  /** Address at which this server shows its picture. */
  picture: string;
  isVideo: boolean;
}

/** A page that a message links to, as a block of its own (clients B.8: children without anything between). */
function writeSite(href: string, { title, description, picture, isVideo }: SiteFacts): string {
  const address = escapeHtml(href);
  const shown = escapeHtml(title);
  if (isVideo)
    return `<div class="embed-video message_inline_image"><a href="${address}" title="${shown}"><img src="${escapeHtml(picture)}"></a></div>`;
  const style = escapeHtml(`background-image: url("${picture}")`);
  const parts = [
    title && `<div class="message_embed_title"><a href="${address}" title="${shown}">${shown}</a></div>`,
    description && `<div class="message_embed_description">${escapeHtml(description)}</div>`,
  ];
  return `<div class="message_embed"><a class="message_embed_image" href="${address}" style="${style}"></a><div class="data-container">${parts.join('')}</div></div>`;
}

/** Puts a page's preview at the end of a message that still links to it, once. */
export function appendSite(html: string, href: string, site: SiteFacts): string {
  const address = `href="${escapeHtml(href)}"`;
  if (!html.includes(`<a ${address}`) || html.includes(`<a class="message_embed_image" ${address}`)) return html;
  const block = writeSite(href, site);
  return html.includes(block) ? html : `${html}\n${block}`;
}
