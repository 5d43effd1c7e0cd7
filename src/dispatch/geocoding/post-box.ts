/** A box at a post office, in the languages in which addresses name one. */
const POST_BOX =
  /^(?:p\s*\.?\s*o\s*\.?\s*b(?:ox|\.)?|(?:post|postal)(?:\s+office)?\s*box|postfach|postboks|postbox|postbus|bo[iî]te\s+postale|casella\s+postale|caixa\s+postal|apartado(?:\s+(?:de\s+correos|postal))?|skrytka\s+pocztowa|[bc]\.?\s?p\.?)\s*(?:n[o°º]?\.?|nr\.?|#)?\s*\d/iu;

/** Whether an element of an address is a post office box, at which nobody can be met: `P.O. Box 7`, `Postfach 12 34`, `BP 45`. */
export const isPostBox = (element: string): boolean => POST_BOX.test(element.trim());
