import { escapeHtml } from './escape.ts';
import { isImagePath } from './links.ts';

type PictureAddress = (url: string) => string | undefined;

/**
 * Writes the preview of an external address: a picture, or a video's thumbnail, each through this server. Undefined: no
 * preview.
 * @param pictureAddress returns the address at which this server shows a picture; undefined if it does not
 */
export function writeExternalPreview(
  href: string,
  pictureAddress: PictureAddress,
): { html: string; isPicture: boolean } | undefined {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const video = youtubeId(url);
  const isPicture = video === undefined;
  if (isPicture && !isImagePath(url.pathname)) return undefined;
  const src = pictureAddress(isPicture ? href : `https://i.ytimg.com/vi/${video}/mqdefault.jpg`);
  if (src === undefined) return undefined;
  const [classes, data] = isPicture ? ['', ''] : ['youtube-video ', ` data-id="${video}"`];
  const link = `<a${data} href="${escapeHtml(href)}"><img src="${escapeHtml(src)}"></a>`;
  return { html: `<div class="${classes}message_inline_image">${link}</div>\n`, isPicture };
}

/** `![…](address)` of a picture elsewhere; undefined for what is a link. Sound and films are none. */
export function writeExternalPicture(href: string, alt: string, pictureAddress: PictureAddress): string | undefined {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol) || PLAYED.test(url.pathname)) return undefined;
  const src = pictureAddress(href);
  if (src === undefined) return undefined;
  const original = escapeHtml(href);
  return `<img alt="${escapeHtml(alt)}" class="inline-image" data-original-src="${original}" src="${escapeHtml(src)}">`;
}

const PLAYED = /\.(?:mp3|m4a|wav|ogg|oga|flac|aac|mp4|m4v|webm|mov|ogv|mkv|avi|svg|pdf)$/i;

const YOUTUBE_HOST = /^(?:(?:www\.|m\.|music\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com)$/;

/** The ID in an address of the video site that the mobile app has a shape for. */
function youtubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  const short = hostname === 'youtu.be' ? /^\/([^/]+)$/.exec(pathname)?.[1] : undefined;
  if (short === undefined && !YOUTUBE_HOST.test(hostname)) return undefined;
  const named = /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1];
  const id = short ?? named ?? (pathname === '/watch' ? searchParams.get('v') : undefined) ?? '';
  return /^[\w-]{11}$/.test(id) ? id : undefined;
}
