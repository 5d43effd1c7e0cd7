import { escapeHtml } from './escape.ts';

/** Data of an upload's preview. */
export interface UploadPreview {
  contentType: string;
  /** Null: no picture of which previews are made. */
  picture: { width: number; height: number; frames: number; preview: 'waiting' | 'made' | 'failed' } | null;
}

/** Placeholder until a picture's preview is ready; served by this server. */
export const PLACEHOLDER_PICTURE = '/static/images/loading/loader-black.svg';

const VIDEO = /^video\/(?:mp4|webm|ogg|quicktime)$/;

export function isPicture({ picture }: UploadPreview): boolean {
  return picture !== null && picture.preview !== 'failed';
}

export function isVideo({ contentType }: UploadPreview): boolean {
  return VIDEO.test(contentType);
}

export function isAudio({ contentType }: UploadPreview): boolean {
  return contentType.startsWith('audio/');
}

/**
 * A preview as a block of its own; empty for what has none.
 * @param upload undefined: nothing is known of it, and its name says that it is a picture
 */
export function writePreview(href: string, title: string, upload: UploadPreview | undefined): string {
  if (upload) return previewBlock(escapeHtml(href), escapeHtml(title), upload);
  const address = escapeHtml(href);
  return `<div class="message_inline_image"><a href="${address}" title="${escapeHtml(title)}"><img src="${address}"></a></div>\n`;
}

/** `![…](address)` of an uploaded picture: it stands in the line. */
export function writeInlinePicture(href: string, alt: string, upload: UploadPreview): string {
  return inlinePicture(escapeHtml(href), escapeHtml(alt), upload);
}

/**
 * client: the mobile app shows a preview only in just this form (clients.md B.8).
 * @param href and `title` escaped
 */
function previewBlock(href: string, title: string, upload: UploadPreview): string {
  const link = `<a href="${href}" title="${title}">`;
  if (isVideo(upload)) {
    const video = `<video preload="none" src="${href}"></video>`;
    return `<div class="message_inline_image message_inline_video">${link}${video}</a></div>\n`;
  }
  if (!isPicture(upload)) return '';
  return `<div class="message_inline_image">${link}${writePicture(href, upload)}</a></div>\n`;
}

function writePicture(href: string, upload: UploadPreview): string {
  const { classes, facts, src } = pictureParts(href, upload);
  return `<img${classes === '' ? '' : ` class="${classes}"`} ${facts} src="${src}">`;
}

/** @param href and `alt` escaped */
function inlinePicture(href: string, alt: string, upload: UploadPreview): string {
  const { classes, facts, src } = pictureParts(href, upload);
  const all = ['inline-image', classes].join(' ').trim();
  return `<img alt="${alt}" class="${all}" ${facts} data-original-src="${href}" src="${src}">`;
}

/** @param href escaped */
function pictureParts(href: string, { contentType, picture }: UploadPreview) {
  const { width, height, frames, preview } = picture!;
  const isMoving = frames > 1;
  const facts = [
    ...(isMoving && preview === 'made' ? ['data-animated="true"'] : []),
    `data-original-content-type="${escapeHtml(contentType)}"`,
    `data-original-dimensions="${width}x${height}"`,
  ].join(' ');
  if (preview !== 'made') return { classes: 'image-loading-placeholder', facts, src: PLACEHOLDER_PICTURE };
  const name = isMoving ? '840x560-anim.webp' : '840x560.webp';
  const address = href.replace(/[?#].*$/, '').replace('/user_uploads/', '/user_uploads/thumbnail/');
  return { classes: '', facts, src: `${address}/${name}` };
}

/** An `![…](…)` of sound becomes what plays it. */
export function writeAudio(href: string, title: string): string {
  return `<audio controls="" preload="metadata" src="${escapeHtml(href)}" title="${escapeHtml(title)}"></audio>`;
}

const PLACEHOLDER =
  /<div class="message_inline_image"><a href="([^"]+)" title="([^"]*)"><img class="image-loading-placeholder"[^>]*><\/a><\/div>\n?/g;

const INLINE_PLACEHOLDER =
  /<img alt="([^"]*)" class="inline-image image-loading-placeholder"[^>]* data-original-src="([^"]+)"[^>]*>/g;

/** Puts an upload's preview in place of its placeholder; takes the placeholder away when none could be made. */
export function replacePlaceholder(html: string, path: string, upload: UploadPreview): string {
  return html
    .replaceAll(PLACEHOLDER, (whole, href: string, title: string) =>
      pathOf(href) === path ? previewBlock(href, title, upload) : whole,
    )
    .replaceAll(INLINE_PLACEHOLDER, (whole, alt: string, href: string) => {
      if (pathOf(href) !== path) return whole;
      return isPicture(upload) ? inlinePicture(href, alt, upload) : `<a href="${href}">${alt}</a>`;
    })
    .trimEnd();
}

function pathOf(href: string): string | undefined {
  try {
    return decodeURIComponent(/^\/user_uploads\/([^?#]+)/.exec(href)?.[1] ?? '');
  } catch {
    return undefined;
  }
}
