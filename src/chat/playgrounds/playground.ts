/** Where code of a language can be tried. */
export interface PlaygroundRow {
  id: number;
  name: string;
  /** The name of its lexer, as in `data-code-language`. */
  language: string;
  /** RFC 6570, with `code` as its one variable. */
  urlTemplate: string;
}
