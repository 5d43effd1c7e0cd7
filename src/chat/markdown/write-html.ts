import type { Token } from 'markdown-it';
import { codeLanguage } from './code-languages.ts';
import { escapeHtml } from './escape.ts';
import { Highlighter } from './highlight.ts';
import { isImagePath, linkTarget, type Target } from './links.ts';
import { MathWriter, writeTexError } from './math.ts';
import type { ResolvedReference } from './resolve.ts';
import type { EmojiMeta } from './split-texts.ts';
import type { Rendered, RenderOptions } from './types.ts';
import { writeEmoji } from './write-emoji.ts';
import { isAudio, isPicture, isVideo, type UploadPreview, writeAudio, writePreview } from './write-preview.ts';
import { writeReference } from './write-reference.ts';

/** Emphasis and links within each other beyond this many lose their tags, not their text. */
const MAX_INLINE_DEPTH = 16;

/** HTML that emoji and links may come to, for each character of the message. */
const MAX_GROWTH = 8;

const INLINE_TAGS: Record<string, string> = { em_open: 'em', strong_open: 'strong', s_open: 'del' };
const ALIGNMENTS = new Set(['left', 'center', 'right']);

/**
 * Turns the parser's tokens into HTML, and collects what the text mentions and links to on the way. It writes each
 * kind of token by name and any it does not know as escaped text, so no token brings markup of its own.
 */
export class HtmlWriter {
  readonly mentionedUserIds = new Set<number>();
  readonly mentionedGroupIds = new Set<number>();
  readonly attachmentPaths = new Set<string>();
  channelWildcard = false;
  topicWildcard = false;
  hasLink = false;
  hasImage = false;

  private html = '';
  private atLineStart = true;
  private text = '';
  private textPending = false;
  private quoteDepth = 0;
  private inSpoilerHeader = false;
  private tableHasBody = false;
  /** Uploads of the paragraph being written that get a preview; the previews follow it. */
  private previews: { href: string; title: string; upload: UploadPreview | undefined }[] = [];
  private readonly realmUrl: string | undefined;
  private readonly uploads: ReadonlyMap<string, UploadPreview> | undefined;
  private readonly math = new MathWriter();
  private readonly highlighter = new Highlighter();

  /** Characters of HTML that emoji and links of few characters may still come to. */
  private spare: number;

  constructor(content: string, options: RenderOptions) {
    this.realmUrl = options.realmUrl;
    this.uploads = options.uploads;
    this.spare = MAX_GROWTH * content.length + 1000;
  }

  result(isMeMessage: boolean): Rendered {
    return {
      html: this.html.trimEnd(),
      isMeMessage,
      mentionedUserIds: [...this.mentionedUserIds],
      mentionedGroupIds: [...this.mentionedGroupIds],
      channelWildcard: this.channelWildcard,
      topicWildcard: this.topicWildcard,
      hasLink: this.hasLink,
      hasImage: this.hasImage,
      hasAttachment: this.attachmentPaths.size > 0,
      attachmentPaths: [...this.attachmentPaths],
      plainText: this.text.trimEnd(),
    };
  }

  writeBlocks(tokens: readonly Token[]): void {
    for (const token of tokens) this.writeBlock(token);
  }

  private writeBlock(token: Token): void {
    switch (token.type) {
      case 'inline':
        this.writeInline(token.children ?? []);
        return;
      case 'paragraph_open':
        this.textPending = true;
        if (!token.hidden) this.openBlock('<p>');
        return;
      case 'paragraph_close':
        if (!token.hidden) this.put('</p>\n');
        this.writePreviews();
        return;
      case 'heading_open':
        this.openBlock(`<${headingTag(token)}>`);
        return;
      case 'heading_close':
        this.put(`</${headingTag(token)}>\n`);
        this.writePreviews();
        return;
      case 'blockquote_open':
        this.quoteDepth++;
        this.openBlock('<blockquote>\n');
        return;
      case 'blockquote_close':
        this.quoteDepth--;
        this.closeBlock('</blockquote>\n');
        return;
      case 'bullet_list_open':
        this.openBlock('<ul>\n');
        return;
      case 'bullet_list_close':
        this.closeBlock('</ul>\n');
        return;
      case 'ordered_list_open': {
        const start = Number(token.attrGet('start') ?? 1);
        this.openBlock(start === 1 ? '<ol>\n' : `<ol start="${start}">\n`);
        return;
      }
      case 'ordered_list_close':
        this.closeBlock('</ol>\n');
        return;
      case 'list_item_open':
        this.openBlock('<li>');
        return;
      case 'list_item_close':
        this.put('</li>\n');
        return;
      case 'hr':
        this.openBlock('<hr>\n');
        return;
      case 'fence':
      case 'code_block':
        this.writeCode(token);
        return;
      case 'table_open':
        this.tableHasBody = false;
        this.openBlock('<table>\n');
        return;
      case 'table_close':
        // client: the mobile app shows a table only if it has a body, be it an empty one.
        if (!this.tableHasBody) this.put('<tbody>\n</tbody>\n');
        this.put('</table>\n');
        this.writePreviews();
        return;
      case 'tbody_open':
        this.tableHasBody = true;
        this.openBlock('<tbody>\n');
        return;
      case 'thead_open':
      case 'tr_open':
        this.openBlock(`<${token.type.slice(0, -5)}>\n`);
        return;
      case 'thead_close':
      case 'tbody_close':
      case 'tr_close':
        this.closeBlock(`</${token.type.slice(0, -6)}>\n`);
        return;
      case 'th_open':
      case 'td_open':
        this.openBlock(cellTag(token));
        return;
      case 'th_close':
      case 'td_close':
        this.put(`</${token.type.slice(0, 2)}>\n`);
        return;
      case 'spoiler_open':
        this.openBlock('<div class="spoiler-block">');
        return;
      case 'spoiler_header_open':
        this.inSpoilerHeader = true;
        this.put('<div class="spoiler-header">\n');
        return;
      case 'spoiler_header_close':
        this.inSpoilerHeader = false;
        this.put('</div>');
        return;
      case 'spoiler_content_open':
        this.put('<div class="spoiler-content" aria-hidden="true">\n');
        return;
      case 'spoiler_content_close':
        this.put('</div>');
        return;
      case 'spoiler_close':
        this.put('</div>\n');
        return;
      default:
        this.openBlock(escapeHtml(token.content));
        this.putText(token.content);
    }
  }

  private writeCode(token: Token): void {
    const alias = /^\s*\{?\.?([\p{L}\p{N}_+#./-]{1,40})/u.exec(token.info)?.[1];
    if (alias?.toLowerCase() === 'math') {
      this.writeMathBlock(token.content);
      return;
    }
    const language = alias && codeLanguage(alias);
    const attribute = language ? ` data-code-language="${escapeHtml(language)}"` : '';
    const text = token.content === '' || token.content.endsWith('\n') ? token.content : `${token.content}\n`;
    this.openBlock(`<div class="codehilite"${attribute}><pre><span></span><code>`);
    this.put(this.highlighter.write(text, language));
    this.put('</code></pre></div>\n');
    this.putText(token.content.trimEnd());
  }

  private writeMath(tex: string): void {
    const drawn = this.math.write(tex, false);
    const source = `$$${tex}$$`;
    this.put(drawn ?? writeTexError(source));
    this.putText(drawn === undefined ? source : tex);
  }

  /** A formula for each part between blank lines; one that is wrong shows all as it was written. */
  private writeMathBlock(tex: string): void {
    const parts = tex.split(/\n\s*\n/).filter((part) => part.trim() !== '');
    const drawn = parts.map((part) => this.math.write(part.trim(), true));
    const isDrawn = drawn.length > 0 && drawn.every((part) => part !== undefined);
    this.openBlock(`<p>${isDrawn ? drawn.join('\n\n') : writeTexError(tex.trim())}`);
    this.put('</p>\n');
    this.putText(parts.join('\n').trim());
  }

  private writeInline(tokens: readonly Token[]): void {
    /** The tags that are open; an empty one stands for a tag that was left out. */
    const open: string[] = [];
    let links = 0;
    this.textPending = true;
    for (const [index, token] of tokens.entries()) {
      switch (token.type) {
        case 'text':
        case 'text_special':
          this.putBoth(token.content);
          break;
        case 'softbreak':
        case 'hardbreak':
          this.put('<br>\n');
          this.text += '\n';
          break;
        case 'code_inline':
          this.put(`<code>${escapeHtml(token.content)}</code>`);
          this.putText(token.content);
          break;
        case 'em_open':
        case 'strong_open':
        case 's_open': {
          const tag = open.length < MAX_INLINE_DEPTH ? INLINE_TAGS[token.type]! : '';
          open.push(tag);
          if (tag) this.put(`<${tag}>`);
          break;
        }
        case 'link_open': {
          const target = this.target(String(token.attrGet('href') ?? ''));
          const fits =
            target && links === 0 && open.length < MAX_INLINE_DEPTH && this.affords(`<a href="${target.href}"></a>`);
          open.push(fits ? 'a' : '');
          if (fits) {
            links++;
            this.openLink(target, String(token.attrGet('title') ?? ''), false);
            // `[](address)` shows the address.
            if (tokens[index + 1]?.type === 'link_close') this.putBoth(target.href);
          }
          break;
        }
        case 'em_close':
        case 'strong_close':
        case 's_close':
        case 'link_close': {
          const tag = open.pop();
          if (tag === 'a') links--;
          if (tag) this.put(`</${tag}>`);
          break;
        }
        case 'image':
          this.writeImage(token, links > 0);
          break;
        case 'reference':
          this.writeReference(token, links > 0);
          break;
        case 'emoji': {
          const { html, text } = writeEmoji(token.meta as EmojiMeta);
          if (this.affords(html)) {
            this.put(html);
            this.putText(text);
          } else {
            this.putBoth(token.content);
          }
          break;
        }
        case 'math_inline':
          this.writeMath(token.content);
          break;
        case 'time':
          this.put(`<time datetime="${escapeHtml(String(token.meta?.datetime))}">${escapeHtml(token.content)}</time>`);
          this.putText(token.content);
          break;
        default:
          this.putBoth(token.content);
      }
    }
    while (open.length > 0) {
      const tag = open.pop();
      if (tag) this.put(`</${tag}>`);
    }
  }

  /**
   * Whether the message may still grow by this: what a few characters become is bounded for the message as a whole.
   * What goes beyond stays as it was written.
   */
  private affords(html: string): boolean {
    if (html.length > this.spare) return false;
    this.spare -= html.length;
    return true;
  }

  private target(href: string): Target | undefined {
    return linkTarget(href, this.realmUrl);
  }

  private openLink(target: Target, title: string, isImage: boolean): void {
    this.put(`<a href="${escapeHtml(target.href)}"${title ? ` title="${escapeHtml(title)}"` : ''}>`);
    this.noteTarget(target, title, isImage);
  }

  private noteTarget(target: Target, title: string, isImage: boolean): void {
    this.hasLink = true;
    if (isImage) this.hasImage = true;
    if (target.uploadPath === undefined) return;
    this.attachmentPaths.add(target.uploadPath);
    const upload = this.uploads?.get(target.uploadPath);
    // Where nothing is known of any upload, the name says what it is.
    const shown = this.uploads ? upload !== undefined && isPicture(upload) : isImage || isImagePath(target.uploadPath);
    if (shown) this.hasImage = true;
    if (!shown && !(upload && isVideo(upload))) return;
    // Nobody wants the picture again in each quote of the message.
    if (this.quoteDepth > 0 || this.inSpoilerHeader) return;
    this.previews.push({ href: target.href, title: title || target.uploadPath.split('/').at(-1)!, upload });
  }

  /** Pictures from elsewhere are links: loading one would tell its host who reads the message, and when. */
  private writeImage(token: Token, insideLink: boolean): void {
    const { href, title } = token.meta as { href: string; title: string };
    const target = this.target(href);
    const shown = token.content.trim() || href;
    if (target && insideLink) this.noteTarget(target, title || token.content.trim(), true);
    if (!target || insideLink) {
      this.putBoth(shown);
      return;
    }
    const upload = target.uploadPath === undefined ? undefined : this.uploads?.get(target.uploadPath);
    if (upload && isAudio(upload)) {
      this.noteTarget(target, '', false);
      this.put(writeAudio(target.href, title || shown));
      this.putText(shown);
      return;
    }
    this.put(`<a href="${escapeHtml(target.href)}"${title ? ` title="${escapeHtml(title)}"` : ''}>`);
    this.noteTarget(target, title || token.content.trim(), true);
    this.putBoth(shown);
    this.put('</a>');
  }

  private writePreviews(): void {
    if (this.previews.length === 0) return;
    for (const { href, title, upload } of this.previews) {
      if (upload) {
        this.put(writePreview(href, title, upload));
        continue;
      }
      const address = escapeHtml(href);
      this.put(`<div class="message_inline_image"><a href="${address}" title="${escapeHtml(title)}">`);
      this.put(`<img src="${address}"></a></div>\n`);
    }
    this.previews = [];
  }

  private writeReference(token: Token, insideLink: boolean): void {
    const reference = (token.meta as { resolved: ResolvedReference }).resolved;
    const silent = this.quoteDepth > 0 || (reference.kind !== 'channel' && reference.silent);
    const written = writeReference(reference, silent);
    const isText = reference.kind === 'channel' && (insideLink || !this.affords(written.html));
    this.put(isText ? escapeHtml(written.text) : written.html);
    this.putText(written.text);
    if (silent) return;
    if (reference.kind === 'user') this.mentionedUserIds.add(reference.user.id);
    else if (reference.kind === 'group') this.mentionedGroupIds.add(reference.group.id);
    else if (reference.kind === 'channel-wildcard') this.channelWildcard = true;
    else if (reference.kind === 'topic-wildcard') this.topicWildcard = true;
  }

  private openBlock(html: string): void {
    this.put(this.atLineStart ? html : `\n${html}`);
    this.textPending = true;
  }

  private closeBlock(html: string): void {
    this.put(this.atLineStart ? html : `\n${html}`);
  }

  private put(html: string): void {
    if (html === '') return;
    this.html += html;
    this.atLineStart = html.endsWith('\n');
  }

  private putText(text: string): void {
    if (text === '') return;
    if (this.textPending && this.text !== '') this.text += '\n';
    this.textPending = false;
    this.text += text;
  }

  private putBoth(text: string): void {
    this.put(escapeHtml(text));
    this.putText(text);
  }
}

function headingTag(token: Token): string {
  return /^h[1-6]$/.test(token.tag) ? token.tag : 'h6';
}

function cellTag(token: Token): string {
  const tag = token.type.slice(0, 2);
  const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
  // client: the mobile app knows just this spelling of the style.
  return align && ALIGNMENTS.has(align) ? `<${tag} style="text-align: ${align};">` : `<${tag}>`;
}
