import { fenceFor } from './formatting.ts';
import { findElement, type HtmlElement, type HtmlNode, hasClass, htmlText, readHtml } from './html-tree.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);

/**
 * Turns HTML into the Markdown of messages. Written here because it is our dialect (spoilers, mentions, times, `~~`),
 * and a library of ten times the size would know as much of it.
 * @returns undefined if the HTML has no formatting: the plain text says it all
 */
export function htmlToMarkdown(html: string): string | undefined {
  const writer = new Writer();
  const markdown = writer.blocks(readHtml(html).children).trim();
  return writer.isFormatted && markdown !== '' ? markdown : undefined;
}

class Writer {
  isFormatted = false;

  /** Blocks, an empty line between two. */
  blocks(nodes: readonly HtmlNode[], gap = '\n\n'): string {
    const written: string[] = [];
    let inline: HtmlNode[] = [];
    const flush = () => {
      const text = this.#paragraph(inline);
      if (text !== '') written.push(text);
      inline = [];
    };
    for (const node of nodes) {
      if (!hasBlocks(node)) {
        inline.push(node);
        continue;
      }
      flush();
      const text = this.#block(node as HtmlElement, gap);
      if (text !== '') written.push(text);
    }
    flush();
    return written.join(gap);
  }

  #paragraph(nodes: readonly HtmlNode[]): string {
    return this.#inline(nodes)
      .replace(/[^\S\n\u00a0]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replaceAll('\u00a0', ' ')
      .trim();
  }

  #block(element: HtmlElement, gap: string): string {
    const { name, children } = element;
    if (hasClass(element, 'spoiler-block')) return this.#spoiler(element);
    if (hasClass(element, 'katex-display')) return this.#formula(element, true);
    switch (name) {
      case 'pre':
        return this.#code(element);
      case 'blockquote':
        return this.#formatted(prefixed(this.blocks(children), '> '));
      case 'ul':
      case 'ol':
        return this.#list(element);
      case 'table':
        return this.#table(element);
      case 'hr':
        return this.#formatted('---');
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.#formatted(`${'#'.repeat(Number(name[1]))} ${this.#paragraph(children).replaceAll('\n', ' ')}`);
      // Editors write each line as a `div`.
      case 'div':
        return this.blocks(children, '\n');
      default:
        return this.blocks(children, name === 'li' ? '\n' : gap);
    }
  }

  #formatted(text: string): string {
    this.isFormatted = true;
    return text;
  }

  #code(element: HtmlElement): string {
    const text = htmlText(element).replace(/\n$/, '');
    const named = findElement(element, ({ attributes }) => /\blanguage-/.test(attributes.class ?? ''));
    const language = /\blanguage-([\w+#.-]+)/.exec(named?.attributes.class ?? '')?.[1] ?? '';
    const fence = fenceFor(text);
    return this.#formatted(`${fence}${language}\n${text}\n${fence}`);
  }

  #spoiler(element: HtmlElement): string {
    const part = (name: string) => findElement(element, (each) => hasClass(each, name))?.children ?? [];
    const [header, content] = [this.#paragraph(part('spoiler-header')), this.blocks(part('spoiler-content'))];
    const fence = fenceFor(content);
    return this.#formatted(`${fence}spoiler ${header}`.trimEnd().concat(`\n${content}\n${fence}`));
  }

  #list({ name, attributes, children }: HtmlElement): string {
    let number = Number(attributes.start ?? 1);
    const items: string[] = [];
    for (const child of children) {
      if (typeof child === 'string') continue;
      // Word processors nest a list beside its item.
      if (child.name !== 'li') {
        items.push(prefixed(this.#block(child, '\n'), '  '));
        continue;
      }
      const marker = name === 'ol' ? `${number++}. ` : '- ';
      const text = this.blocks(child.children, '\n');
      items.push(marker + text.replaceAll('\n', `\n${' '.repeat(marker.length)}`));
    }
    return this.#formatted(items.filter((item) => item.trim() !== '').join('\n'));
  }

  #table(element: HtmlElement): string {
    const rows: string[][] = [];
    const collect = (node: HtmlNode): void => {
      if (typeof node === 'string') return;
      if (node.name !== 'tr') {
        node.children.forEach(collect);
        return;
      }
      const cells = node.children.filter(
        (cell): cell is HtmlElement => typeof cell !== 'string' && /^t[dh]$/.test(cell.name),
      );
      rows.push(cells.map((cell) => this.blocks(cell.children, ' ').replaceAll('\n', ' ')));
    };
    collect(element);
    // One column is no table but a layout, or a selection of one cell.
    if (Math.max(0, ...rows.map((row) => row.length)) < 2) return rows.map((row) => row.join('')).join('\n');
    return this.#formatted(markdownTable(rows));
  }

  #formula(element: HtmlElement, isBlock: boolean): string {
    const source = findElement(element, ({ name }) => name === 'annotation');
    if (!source) return '';
    const tex = htmlText(source).trim();
    return this.#formatted(isBlock ? `\`\`\`math\n${tex}\n\`\`\`` : `$$${tex}$$`);
  }

  #inline(nodes: readonly HtmlNode[]): string {
    return nodes.map((node) => (typeof node === 'string' ? node.replace(/\s*\n\s*/g, ' ') : this.#word(node))).join('');
  }

  #word(element: HtmlElement): string {
    const { name, attributes, children } = element;
    const special = this.#ours(element);
    if (special !== undefined) return special;
    const inner = () => this.#inline(children);
    switch (name) {
      case 'br':
        return '\n';
      case 'code':
      case 'tt':
      case 'kbd':
        return this.#inlineCode(htmlText(element));
      case 'a':
        return this.#link(attributes.href ?? '', inner());
      case 'img':
        return attributes.class?.includes('emoji') ? (attributes.alt ?? '') : '';
      default:
        return this.#styled(element, inner());
    }
  }

  /** Pieces of messages of this chat. */
  #ours(element: HtmlElement): string | undefined {
    const { name, attributes } = element;
    if (hasClass(element, 'katex')) return this.#formula(element, false);
    if (name === 'time' && attributes.datetime) return this.#formatted(`<time:${attributes.datetime}>`);
    if (name !== 'span') return undefined;
    const text = htmlText(element);
    const isSilent = hasClass(element, 'silent');
    const bare = text.replace(/^@/, '');
    if (hasClass(element, 'user-mention') && /^\d+$/.test(attributes['data-user-id'] ?? ''))
      return this.#formatted(`@${isSilent ? '_' : ''}**${bare}|${attributes['data-user-id']}**`);
    if (hasClass(element, 'user-group-mention')) return this.#formatted(`@${isSilent ? '_' : ''}*${bare}*`);
    return undefined;
  }

  #inlineCode(text: string): string {
    if (text.trim() === '') return text;
    const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
    const marks = '`'.repeat(longest + 1);
    const gap = longest > 0 ? ' ' : '';
    return this.#formatted(`${marks}${gap}${text}${gap}${marks}`);
  }

  #link(href: string, label: string): string {
    const text = label.trim();
    // What is a page's own place, or a script, is no link for others.
    if (!/^(https?:|mailto:)/i.test(href) || text === '') return label;
    if (text === href || `${text}/` === href || `mailto:${text}` === href) return label;
    return this.#formatted(
      label.replace(text, () => `[${text}](${href.replaceAll(' ', '%20').replaceAll(')', '%29')})`),
    );
  }

  #styled({ name, attributes }: HtmlElement, text: string): string {
    const style = (attributes.style ?? '').toLowerCase().replaceAll(/\s/g, '');
    const weight = /font-weight:(\w+)/.exec(style)?.[1];
    const isBold = weight ? /^(bold|bolder|[6-9]00)$/.test(weight) : name === 'b' || name === 'strong';
    const isItalic =
      /font-style:italic/.test(style) || ((name === 'i' || name === 'em') && !/font-style:normal/.test(style));
    const isStruck =
      name === 's' || name === 'del' || name === 'strike' || /text-decoration[\w-]*:[^;]*line-through/.test(style);
    const marks = `${isStruck ? '~~' : ''}${isBold ? '**' : ''}${isItalic ? '*' : ''}`;
    if (marks === '') return text;
    this.isFormatted = true;
    const back = [...marks].reverse().join('');
    // Marks stand beside words, and not over the end of a line.
    return text.replace(/[^\n]+/g, (line) => {
      const [, before, inner, after] = /^(\s*)(.*?)(\s*)$/.exec(line)!;
      return inner === '' ? line : `${before}${marks}${inner}${back}${after}`;
    });
  }
}

/** True for a block, and for what has one in it (Google Docs puts a whole document into a `b`). */
function hasBlocks(node: HtmlNode): boolean {
  if (typeof node === 'string') return false;
  if (BLOCKS.has(node.name) || hasClass(node, 'katex-display')) return true;
  return !hasClass(node, 'katex') && node.children.some(hasBlocks);
}

function prefixed(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => (prefix + line).trimEnd())
    .join('\n');
}

/** Writes rows as a Markdown table; the first one is its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map((row) => row.length));
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index]?.replaceAll('|', '\\|').trim() ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${Array(width).fill('---').join(' | ')} |`, ...body.map(line)].join('\n');
}
