import type { Token } from 'markdown-it';
import { codeLanguage } from './code-languages.ts';
import { escapeHtml } from './escape.ts';
import { Highlighter } from './highlight.ts';
import { HtmlOutput } from './html-output.ts';
import { MathWriter, writeTexError } from './math.ts';
import { MessageContents } from './message-contents.ts';
import type { Rendered, RenderOptions } from './types.ts';
import { InlineWriter } from './write-inline.ts';

const ALIGNMENTS = new Set(['left', 'center', 'right']);

/**
 * Turns the parser's tokens into HTML, and collects what the text mentions and links to on the way. It writes each
 * kind of token by name and any it does not know as escaped text, so no token brings markup of its own.
 */
export class HtmlWriter {
  readonly #output: HtmlOutput;
  readonly #contents: MessageContents;
  readonly #inline: InlineWriter;
  readonly #math = new MathWriter();
  readonly #highlighter = new Highlighter();
  readonly #defaultCodeLanguage: string | undefined;
  #tableHasBody = false;

  constructor(content: string, options: RenderOptions) {
    this.#output = new HtmlOutput(content);
    this.#contents = new MessageContents(options);
    this.#defaultCodeLanguage = options.defaultCodeLanguage;
    this.#inline = new InlineWriter(this.#output, this.#contents, this.#math, options);
  }

  result(isMeMessage: boolean): Rendered {
    return { ...this.#output.result(), isMeMessage, ...this.#contents.result() };
  }

  writeBlocks(tokens: readonly Token[]): void {
    for (const token of tokens) this.#writeBlock(token);
  }

  #writeBlock(token: Token): void {
    switch (token.type) {
      case 'inline':
        this.#inline.write(token.children ?? []);
        return;
      case 'paragraph_open':
        this.#output.separateText();
        if (!token.hidden) this.#output.openBlock('<p>');
        return;
      case 'paragraph_close':
        if (!token.hidden) this.#output.put('</p>\n');
        this.#writePreviews();
        return;
      case 'heading_open':
        this.#output.openBlock(`<${headingTag(token)}>`);
        return;
      case 'heading_close':
        this.#output.put(`</${headingTag(token)}>\n`);
        this.#writePreviews();
        return;
      case 'blockquote_open':
        this.#contents.quoteDepth++;
        this.#output.openBlock('<blockquote>\n');
        return;
      case 'blockquote_close':
        this.#contents.quoteDepth--;
        this.#output.closeBlock('</blockquote>\n');
        return;
      case 'bullet_list_open':
        this.#output.openBlock('<ul>\n');
        return;
      case 'bullet_list_close':
        this.#output.closeBlock('</ul>\n');
        return;
      case 'ordered_list_open': {
        const start = Number(token.attrGet('start') ?? 1);
        this.#output.openBlock(start === 1 ? '<ol>\n' : `<ol start="${start}">\n`);
        return;
      }
      case 'ordered_list_close':
        this.#output.closeBlock('</ol>\n');
        return;
      case 'list_item_open':
        this.#output.openBlock('<li>');
        return;
      case 'list_item_close':
        this.#output.put('</li>\n');
        return;
      case 'hr':
        this.#output.openBlock('<hr>\n');
        return;
      case 'fence':
      case 'code_block':
        this.#writeCode(token);
        return;
      case 'table_open':
        this.#tableHasBody = false;
        this.#output.openBlock('<table>\n');
        return;
      case 'table_close':
        // client: the mobile app shows a table only if it has a body, be it an empty one.
        if (!this.#tableHasBody) this.#output.put('<tbody>\n</tbody>\n');
        this.#output.put('</table>\n');
        this.#writePreviews();
        return;
      case 'tbody_open':
        this.#tableHasBody = true;
        this.#output.openBlock('<tbody>\n');
        return;
      case 'thead_open':
      case 'tr_open':
        this.#output.openBlock(`<${token.type.slice(0, -5)}>\n`);
        return;
      case 'thead_close':
      case 'tbody_close':
      case 'tr_close':
        this.#output.closeBlock(`</${token.type.slice(0, -6)}>\n`);
        return;
      case 'th_open':
      case 'td_open':
        this.#output.openBlock(cellTag(token));
        return;
      case 'th_close':
      case 'td_close':
        this.#output.put(`</${token.type.slice(0, 2)}>\n`);
        return;
      case 'spoiler_open':
        this.#output.openBlock('<div class="spoiler-block">');
        return;
      case 'spoiler_header_open':
        this.#contents.inSpoilerHeader = true;
        this.#output.put('<div class="spoiler-header">\n');
        return;
      case 'spoiler_header_close':
        this.#contents.inSpoilerHeader = false;
        this.#output.put('</div>');
        return;
      case 'spoiler_content_open':
        this.#output.put('<div class="spoiler-content" aria-hidden="true">\n');
        return;
      case 'spoiler_content_close':
        this.#output.put('</div>');
        return;
      case 'spoiler_close':
        this.#output.put('</div>\n');
        return;
      default:
        this.#output.openBlock(escapeHtml(token.content));
        this.#output.putText(token.content);
    }
  }

  #writeCode(token: Token): void {
    const alias = this.#languageOf(token);
    if (alias?.toLowerCase() === 'math') {
      this.#writeMathBlock(token.content);
      return;
    }
    const language = alias && codeLanguage(alias);
    const attribute = language ? ` data-code-language="${escapeHtml(language)}"` : '';
    const text = tidyCode(token.content);
    this.#output.openBlock(`<div class="codehilite"${attribute}><pre><span></span><code>`);
    this.#output.put(this.#highlighter.write(text, language));
    this.#output.put('</code></pre></div>\n');
    this.#output.putText(text.trimEnd());
  }

  /** Returns the declared language of code, or the organization's default for a fence that declares none. */
  #languageOf({ type, info }: Token): string | undefined {
    const named = /^\s*\{?\.?([\p{L}\p{N}_+#./-]{1,40})/u.exec(info)?.[1];
    return named ?? (type === 'fence' ? this.#defaultCodeLanguage : undefined);
  }

  /** A formula for each part between blank lines; one that is wrong shows all as it was written. */
  #writeMathBlock(tex: string): void {
    const parts = tex.split(/\n\s*\n/).filter((part) => part.trim() !== '');
    const drawn = parts.map((part) => this.#math.write(part.trim(), true));
    const isDrawn = drawn.length > 0 && drawn.every((part) => part !== undefined);
    this.#output.openBlock(`<p>${isDrawn ? drawn.join('\n\n') : writeTexError(tex.trim())}`);
    this.#output.put('</p>\n');
    this.#output.putText(parts.join('\n').trim());
  }

  #writePreviews(): void {
    for (const { html, isExternal } of this.#contents.takePreviews())
      if (!isExternal || this.#output.affords(html)) this.#output.put(html);
  }
}

/** Code without blanks at the ends of its lines and without empty lines around it. */
function tidyCode(code: string): string {
  const lines = code.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  return first < 0 ? '' : `${lines.slice(first, lines.findLastIndex((line) => line !== '') + 1).join('\n')}\n`;
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
