import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type katex from 'katex';
import { lazy } from '../../platform/lazy.ts';
import { escapeHtml } from './escape.ts';

/** Formulas of one message that are drawn; further ones are shown as they were written. */
const MAX_FORMULAS = 50;
/** Characters of TeX of one message, all formulas together. */
const MAX_TEX = 1500;
/** Characters of HTML that all formulas of a message may come to: some TeX grows a hundredfold. */
const MAX_HTML = 200_000;
/** Macros that a formula may expand: the library's own are short. */
const MAX_EXPAND = 200;
/** Characters that all expansions of a formula with macros of its own may come to: a line of TeX can take seconds. */
const MAX_EXPANDED = 4000;
const DEFINES = /\\[a-z]*(?:def|command|let)/i;

type Katex = typeof katex;
/**
 * Loaded with the first formula: it costs 40 ms and several megabytes. It has no console, by which whoever writes a formula would
 * write lines into the server's log (`\message`, letters that the fonts lack).
 */
const load = lazy((): Katex => {
  const filename = createRequire(import.meta.url).resolve('katex');
  const module = { exports: {} as Katex };
  const run = compileFunction(readFileSync(filename, 'utf8'), ['module', 'exports', 'console'], { filename });
  run(module, module.exports, undefined);
  return module.exports;
});

/** Draws the formulas of one message, within bounds. */
export class MathWriter {
  #formulas = 0;
  #tex = 0;
  #html = 0;

  /** The HTML of a formula; undefined when it is wrong or too much, to be shown as it was written. */
  write(tex: string, displayMode: boolean): string | undefined {
    this.#formulas++;
    this.#tex += tex.length;
    if (this.#formulas > MAX_FORMULAS || this.#tex > MAX_TEX) return undefined;
    let html: string;
    try {
      html = load().renderToString(tex, {
        displayMode,
        maxExpand: DEFINES.test(tex) ? Math.min(MAX_EXPAND, MAX_EXPANDED / tex.length) : MAX_EXPAND,
        maxSize: 20,
        output: 'htmlAndMathml',
        strict: 'ignore',
        throwOnError: true,
        // No addresses, classes or styles of the writer's own.
        trust: false,
      });
    } catch {
      return undefined;
    }
    if (!html.isWellFormed() || this.#html + html.length > MAX_HTML) return undefined;
    this.#html += html.length;
    return html;
  }
}

/** A formula that cannot be drawn. */
export function writeTexError(source: string): string {
  return `<span class="tex-error">${escapeHtml(source)}</span>`;
}
