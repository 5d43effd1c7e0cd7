import { escapeHtml } from './escape.ts';

/** HTML that emoji and links may come to, for each character of the message. */
const MAX_GROWTH = 8;

/** The HTML of a message while it is written, and beside it its text for the search. */
export class HtmlOutput {
  #html = '';
  #atLineStart = true;
  #text = '';
  #textPending = false;
  /** Characters of HTML that emoji and links of few characters may still come to. */
  #spare: number;

  constructor(content: string) {
    this.#spare = MAX_GROWTH * content.length + 1000;
  }

  result(): { html: string; plainText: string } {
    return { html: this.#html.trimEnd(), plainText: this.#text.trimEnd() };
  }

  /**
   * Whether the message may still grow by this: what a few characters become is bounded for the message as a whole.
   * What goes beyond stays as it was written.
   */
  affords(html: string): boolean {
    if (html.length > this.#spare) return false;
    this.#spare -= html.length;
    return true;
  }

  openBlock(html: string): void {
    this.closeBlock(html);
    this.separateText();
  }

  closeBlock(html: string): void {
    this.put(this.#atLineStart ? html : `\n${html}`);
  }

  put(html: string): void {
    if (html === '') return;
    this.#html += html;
    this.#atLineStart = html.endsWith('\n');
  }

  putText(text: string): void {
    if (text === '') return;
    if (this.#textPending && this.#text !== '') this.#text += '\n';
    this.#textPending = false;
    this.#text += text;
  }

  putBoth(text: string): void {
    this.put(escapeHtml(text));
    this.putText(text);
  }

  breakLine(): void {
    this.put('<br>\n');
    this.#text += '\n';
  }

  /** The text that follows begins a line. */
  separateText(): void {
    this.#textPending = true;
  }
}
