import sprite from 'hubbub:icons';
import { emojiGlyph } from '../../../shared/emoji-glyph.ts';
import { isOldAddress } from '../../../shared/old-address.ts';
import { playgroundAddress, playgroundsFor } from '../../../shared/playgrounds.ts';
import type { IconName } from '../../../shared/ui/icon-names.ts';
import type { Playground } from '../../../store/wire/chat.ts';
import { rowWords } from '../texts/index.ts';
import { markAlertWords } from './alert-words.ts';
import { previewSize, UNKNOWN } from './sizes.ts';

/** Reader's facts that the text of a message depends on. */
export interface Reader {
  userId: number;
  isInGroup(groupId: number): boolean;
  /** Places where code can be tried. */
  playgrounds: readonly Playground[];
  /** Words to be marked: the reader's, where the server found one. */
  alertWords: readonly string[];
  /** Emoji stay the texts that the server wrote: `:wave:`. */
  hasTextEmoji: boolean;
  /** When previews of moving pictures move. */
  previewMotion: 'always' | 'on_hover' | 'never';
  /** Time as the reader writes it, and to the second with its zone. */
  moment(at: Date): string;
  exactMoment(at: Date): string;
}

/** Commands of buttons within a message: the list carries them out. */
export const COMMANDS = [
  'copy-code',
  'wrap-code',
  'toggle-spoiler',
  'show-picture',
  'show-person',
  'show-history',
  'choose-playground',
] as const;
export type Command = (typeof COMMANDS)[number];

/** Turns the server's shapes (clients.md B.8) into what this page shows: glyphs, sizes, buttons, the reader's own times. */
export function decorateMessage(content: DocumentFragment, reader: Reader): void {
  const each = (selector: string, change: (element: HTMLElement) => void) =>
    content.querySelectorAll<HTMLElement>(selector).forEach(change);
  if (reader.hasTextEmoji) each('.emoji', writeEmoji);
  else each('span.emoji', drawEmoji);
  each('a[href]', aimLink);
  each('time[datetime]', (element) => writeTime(element, reader));
  each('.user-mention, .user-group-mention, .topic-mention', (element) => markMention(element, reader));
  each('.message_inline_image', arrangePreview);
  each('img.inline-image', arrangeInlinePicture);
  if (reader.previewMotion !== 'always')
    each('img[data-animated]', (picture) => holdStill(picture as HTMLImageElement, reader.previewMotion));
  each('a.message_embed_image', drawSitePicture);
  each('.codehilite', (element) => addCodeTools(element, reader));
  each('.spoiler-block', makeSpoiler);
  each('table', makeScrollable);
  each('.katex-display', makeScrollable);
  markAlertWords(content, reader.alertWords);
}

/** Leaves an emoji the text that the server wrote: `:wave:`, as large as the words around it. */
function writeEmoji(element: HTMLElement): void {
  element.replaceWith(element instanceof HTMLImageElement ? element.alt : (element.textContent ?? ''));
}

function drawEmoji(element: HTMLElement): void {
  const code = /\bemoji-([\da-f-]+)/.exec(element.className)?.[1];
  const glyph = code && emojiGlyph(code);
  if (glyph) element.textContent = glyph;
}

/** Places of this chat open here, everything else in a tab of its own that knows nothing of this one. */
function aimLink(link: HTMLElement): void {
  const { href } = link as HTMLAnchorElement;
  if (isOfChat(href)) return;
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}

/** Whether an address is one of the chat's own, in any form. */
export function isOfChat(href: string): boolean {
  const url = URL.parse(href, location.href);
  if (url?.origin !== location.origin) return false;
  return /^\/chat(?:\/|$)/.test(url.pathname) || (url.pathname === '/' && isOldAddress(url.hash));
}

function writeTime(element: HTMLElement, { moment, exactMoment }: Reader): void {
  const at = new Date(element.getAttribute('datetime')!);
  element.textContent = moment(at);
  element.tabIndex = -1;
  element.dataset.exact = exactMoment(at);
}

function markMention(element: HTMLElement, { userId, isInGroup }: Reader): void {
  const { userId: user, userGroupId: group } = element.dataset;
  const isOwn =
    element.classList.contains('topic-mention') || user === '*' || user === String(userId) || isInGroup(Number(group));
  if (isOwn) element.classList.add('own-mention');
  if (user === undefined || user === '*') return;
  element.setAttribute('role', 'button');
  command(element, 'show-person');
}

/** Marks an element as a button; Tab stops at it only within the focused message (`use-tab-stops.ts`). */
function command(element: HTMLElement, name: Command): void {
  element.dataset.command = name;
  element.tabIndex = -1;
}

function arrangePreview(block: HTMLElement): void {
  const link = block.querySelector('a');
  const video = block.querySelector('video');
  if (video) {
    video.controls = true;
    video.tabIndex = -1;
    link?.replaceWith(video);
    return;
  }
  const picture = block.querySelector('img');
  if (!link || !picture) return;
  const isFilm = block.matches('.youtube-video, .embed-video');
  sizePicture(picture);
  picture.alt ||= link.title || fileName(link.getAttribute('href')!);
  if (!isFilm) showLarge(link, picture);
}

function arrangeInlinePicture(picture: HTMLElement): void {
  sizePicture(picture as HTMLImageElement);
  const link = document.createElement('a');
  link.href = picture.dataset.originalSrc ?? (picture as HTMLImageElement).src;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.className = 'inline-picture';
  picture.replaceWith(link);
  link.append(picture);
  showLarge(link, picture as HTMLImageElement);
}

/** A click opens the picture over the page; with Ctrl, or from the browser's menu, the link is what it was. */
function showLarge(link: HTMLAnchorElement, picture: HTMLImageElement): void {
  link.dataset.command = 'show-picture' satisfies Command;
  link.setAttribute('aria-label', rowWords.picture.open({ name: picture.alt || fileName(link.getAttribute('href')!) }));
}

/** The room of a picture is there before it comes, so nothing jumps. */
function sizePicture(picture: HTMLImageElement): void {
  const size = previewSize(picture.dataset.originalDimensions);
  const { width, height } = size ?? UNKNOWN;
  if (!size) picture.classList.add('unknown-size');
  picture.width = width;
  picture.height = height;
  picture.decoding = 'async';
}

/** Shows the still preview of a moving picture; the moving one lies above it under the pointer or the focus, if it may. */
function holdStill(picture: HTMLImageElement, motion: Reader['previewMotion']): void {
  const moving = picture.src;
  picture.src = moving.replace(/-anim\.webp$/, '.webp');
  if (motion === 'never') return;
  const above = document.createElement('img');
  Object.assign(above, { src: moving, alt: '', className: 'moving-preview' });
  // Asked for when it is to be seen.
  above.loading = 'lazy';
  picture.after(above);
}

function fileName(address: string): string {
  const name =
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function drawSitePicture(link: HTMLElement): void {
  const { picture } = link.dataset;
  if (!picture) return;
  const image = document.createElement('img');
  image.src = picture;
  image.alt = '';
  image.decoding = 'async';
  link.append(image);
  link.setAttribute('aria-hidden', 'true');
  link.tabIndex = -1;
}

function addCodeTools(block: HTMLElement, { playgrounds }: Reader): void {
  const code = block.querySelector('code');
  if (!code) return;
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  const { codeLanguage } = block.dataset;
  if (codeLanguage) {
    const label = document.createElement('span');
    label.textContent = codeLanguage;
    tools.append(label);
  }
  addPlaygrounds(tools, playgroundsFor(playgrounds, codeLanguage), code.textContent ?? '');
  tools.append(button('wrap-code', 'wrap-text', rowWords.code.wrap), button('copy-code', 'copy', rowWords.code.copy));
  block.prepend(tools);
  const lines = block.querySelector('pre')!;
  lines.tabIndex = -1;
  lines.dataset.scrolls = '';
}

/** One place to try the code is a link; of several one chooses. */
function addPlaygrounds(tools: HTMLElement, found: readonly Playground[], code: string): void {
  const [playground, ...more] = found;
  if (more.length > 0) tools.append(button('choose-playground', 'play', rowWords.code.run));
  const href = playground && more.length === 0 && playgroundAddress(playground, code);
  if (!href) return;
  const link = document.createElement('a');
  Object.assign(link, { href, target: '_blank', rel: 'noopener noreferrer', tabIndex: -1 });
  link.className = 'button quiet only-icon';
  link.title = rowWords.code.runIn({ name: playground.name });
  link.setAttribute('aria-label', link.title);
  link.append(drawing('play'));
  tools.append(link);
}

function button(name: Command, icon: IconName, label: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'button quiet only-icon';
  element.title = label;
  element.setAttribute('aria-label', label);
  element.append(drawing(icon));
  command(element, name);
  return element;
}

function drawing(icon: IconName): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `${sprite}#${icon}`);
  svg.append(use);
  return svg;
}

function makeSpoiler(block: HTMLElement): void {
  const header = block.querySelector<HTMLElement>(':scope > .spoiler-header');
  const hidden = block.querySelector<HTMLElement>(':scope > .spoiler-content');
  if (!header || !hidden) return;
  const toggle = document.createElement('button');
  toggle.type = 'button';
  toggle.className = 'spoiler-toggle';
  toggle.setAttribute('aria-expanded', 'false');
  command(toggle, 'toggle-spoiler');
  const isNamed = header.textContent?.trim();
  toggle.append(drawing('chevron-right'), isNamed ? rowWords.spoiler.named : rowWords.spoiler.plain);
  header.prepend(toggle);
  hidden.hidden = true;
  hidden.removeAttribute('aria-hidden');
}

/** Puts a wide element into a box that scrolls, also by key. */
function makeScrollable(element: HTMLElement): void {
  const box = document.createElement('div');
  box.className = 'wide';
  box.dataset.scrolls = '';
  box.tabIndex = -1;
  element.replaceWith(box);
  box.append(element);
}
