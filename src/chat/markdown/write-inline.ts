import type { Token } from 'markdown-it';
import { escapeHtml } from './escape.ts';
import type { HtmlOutput } from './html-output.ts';
import { linkTarget, type Target } from './links.ts';
import { type MathWriter, writeTexError } from './math.ts';
import type { MessageContents } from './message-contents.ts';
import type { ResolvedReference } from './resolve.ts';
import type { EmojiMeta } from './split-texts.ts';
import type { RenderOptions } from './types.ts';
import { writeEmoji } from './write-emoji.ts';
import { writeExternalPicture } from './write-external.ts';
import { isAudio, isPicture, type UploadPreview, writeAudio, writeInlinePicture } from './write-preview.ts';
import { writeReference } from './write-reference.ts';

/** Emphasis and links within each other beyond this many lose their tags, not their text. */
const MAX_INLINE_DEPTH = 16;

const INLINE_TAGS: Record<string, string> = { em_open: 'em', strong_open: 'strong', s_open: 'del' };

/** Writes what stands within a block: text, emphasis, links, mentions, emoji, formulas. */
export class InlineWriter {
  readonly #output: HtmlOutput;
  readonly #contents: MessageContents;
  readonly #math: MathWriter;
  readonly #options: Pick<RenderOptions, 'realmUrl' | 'pictureAddress'>;

  constructor(
    output: HtmlOutput,
    contents: MessageContents,
    math: MathWriter,
    options: Pick<RenderOptions, 'realmUrl' | 'pictureAddress'>,
  ) {
    this.#output = output;
    this.#contents = contents;
    this.#math = math;
    this.#options = options;
  }

  write(tokens: readonly Token[]): void {
    const output = this.#output;
    /** The tags that are open; an empty one stands for a tag that was left out. */
    const open: string[] = [];
    let links = 0;
    /** The blank text of a link whose address is shown instead. */
    let blank = -1;
    output.separateText();
    for (const [index, token] of tokens.entries()) {
      switch (token.type) {
        case 'softbreak':
        case 'hardbreak':
          output.breakLine();
          break;
        case 'code_inline':
          output.put(`<code>${escapeHtml(token.content)}</code>`);
          output.putText(token.content);
          break;
        case 'em_open':
        case 'strong_open':
        case 's_open': {
          const tag = open.length < MAX_INLINE_DEPTH ? INLINE_TAGS[token.type]! : '';
          open.push(tag);
          if (tag) output.put(`<${tag}>`);
          break;
        }
        case 'link_open': {
          const target = this.#target(String(token.attrGet('href') ?? ''));
          const fits =
            target && links === 0 && open.length < MAX_INLINE_DEPTH && output.affords(`<a href="${target.href}"></a>`);
          open.push(fits ? 'a' : '');
          if (fits) {
            links++;
            const title = String(token.attrGet('title') ?? '');
            this.#openLink(target, title);
            this.#contents.noteLink(target, title, false);
            if (isBlankLink(tokens, index)) {
              output.putBoth(target.href);
              blank = index + 1;
            }
          }
          break;
        }
        case 'em_close':
        case 'strong_close':
        case 's_close':
        case 'link_close': {
          const tag = open.pop();
          if (tag === 'a') links--;
          if (tag) output.put(`</${tag}>`);
          break;
        }
        case 'image':
          this.#writeImage(token, links > 0);
          break;
        case 'reference':
          this.#writeReference(token, links > 0);
          break;
        case 'emoji':
          this.#writeEmoji(token);
          break;
        case 'math_inline':
          this.#writeMath(token.content);
          break;
        case 'time':
          output.put(
            `<time datetime="${escapeHtml(String(token.meta?.datetime))}">${escapeHtml(token.content)}</time>`,
          );
          output.putText(token.content);
          break;
        default:
          if (index !== blank || token.type !== 'text') output.putBoth(token.content);
      }
    }
    while (open.length > 0) {
      const tag = open.pop();
      if (tag) output.put(`</${tag}>`);
    }
  }

  #target(href: string): Target | undefined {
    return linkTarget(href, this.#options.realmUrl);
  }

  #openLink(target: Target, title: string): void {
    this.#output.put(`<a href="${escapeHtml(target.href)}"${title ? ` title="${escapeHtml(title)}"` : ''}>`);
  }

  /** A picture stands in the line; what is none, and what this server does not show, is a link. */
  #writeImage(token: Token, insideLink: boolean): void {
    const output = this.#output;
    const contents = this.#contents;
    const { href, title } = token.meta as { href: string; title: string };
    const target = this.#target(href);
    const shown = token.content.trim() || href;
    if (target && insideLink) contents.noteLink(target, title || token.content.trim(), true);
    if (!target || insideLink) {
      output.putBoth(shown);
      return;
    }
    const upload = contents.uploadAt(target);
    if (upload && isAudio(upload)) {
      contents.noteLink(target, '', false);
      output.put(writeAudio(target.href, title || shown));
      output.putText(shown);
      return;
    }
    const picture = contents.showsPictures ? this.#pictureAt(target, upload, shown) : undefined;
    if (picture !== undefined && output.affords(picture)) {
      contents.noteTarget(target, true);
      output.put(picture);
      output.putText(shown);
      return;
    }
    this.#openLink(target, title);
    contents.noteLink(target, title || token.content.trim(), true);
    output.putBoth(shown);
    output.put('</a>');
  }

  #pictureAt({ href, uploadPath }: Target, upload: UploadPreview | undefined, alt: string): string | undefined {
    if (upload) return isPicture(upload) ? writeInlinePicture(href, alt, upload) : undefined;
    const { pictureAddress } = this.#options;
    return uploadPath === undefined && pictureAddress ? writeExternalPicture(href, alt, pictureAddress) : undefined;
  }

  #writeReference(token: Token, insideLink: boolean): void {
    const reference = (token.meta as { resolved: ResolvedReference }).resolved;
    const silent = this.#contents.quoteDepth > 0 || (reference.kind !== 'channel' && reference.silent);
    const isRefused = reference.kind === 'group' && !reference.group.mentionable;
    const written = writeReference(reference, silent || isRefused);
    const isText = reference.kind === 'channel' && (insideLink || !this.#output.affords(written.html));
    this.#output.put(isText ? escapeHtml(written.text) : written.html);
    this.#output.putText(written.text);
    if (!silent) this.#contents.noteMention(reference);
  }

  #writeEmoji(token: Token): void {
    const { html, text } = writeEmoji(token.meta as EmojiMeta);
    if (!this.#output.affords(html)) {
      this.#output.putBoth(token.content);
      return;
    }
    this.#output.put(html);
    this.#output.putText(text);
  }

  #writeMath(tex: string): void {
    const drawn = this.#math.write(tex, false);
    const source = `$$${tex}$$`;
    this.#output.put(drawn ?? writeTexError(source));
    this.#output.putText(drawn === undefined ? source : tex);
  }
}

/** `[ ](address)` shows the address: nobody could see the link otherwise. */
function isBlankLink(tokens: readonly Token[], opening: number): boolean {
  const [first, second] = [tokens[opening + 1], tokens[opening + 2]];
  if (first?.type === 'link_close') return true;
  return first?.type === 'text' && first.content.trim() === '' && second?.type === 'link_close';
}
