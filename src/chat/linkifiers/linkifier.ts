/** A linkifier as it is kept. */
export interface LinkifierRow {
  id: number;
  pattern: string;
  /** RFC 6570, with the pattern's groups as variables. */
  urlTemplate: string;
  exampleInput: string | null;
  /** Text that a client writes for a pasted address created by the templates. */
  reverseTemplate: string | null;
  /** Further templates for that. */
  alternativeUrlTemplates: string[];
}
