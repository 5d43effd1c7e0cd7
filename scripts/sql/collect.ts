import path from 'node:path';
import { type Expression, Node, Project, type SourceFile, SyntaxKind, type TaggedTemplateExpression } from 'ts-morph';

/** A statement of the source. */
export interface Statement {
  /** Below the repository, with `/`. */
  file: string;
  /** The function or constant that it stands in, numbered where one has several. */
  name: string;
  /** Start in the file. */
  at: number;
  /** The members of the declared row type; undefined where the statement declares none. */
  row: string[] | undefined;
  /** Whether a caller adds columns of its own to the row. */
  isOpen: boolean;
}

/** A statement as PostgreSQL gets it. */
export interface WholeStatement extends Statement {
  text: string;
}

/** A statement that is put together when it runs. */
export interface ComposedStatement extends Statement {
  /** Text between its values and fragments, by which it is recognized when it runs. */
  parts: readonly string[];
}

export interface CollectedStatements {
  /** Statements whose whole text is in the source, except values. */
  fixed: WholeStatement[];
  composed: ComposedStatement[];
}

const STATEMENT = /^\s*(?:--[^\n]*\n\s*)*(?:select|insert|update|delete|with|lock|notify)\b/i;

/** Reads every `` sql`…` `` of `src` that is a statement by itself. */
export function collectStatements(root: string): CollectedStatements {
  const project = new Project({
    tsConfigFilePath: path.join(root, 'tsconfig.json'),
    skipAddingFilesFromTsConfig: true,
  });
  project.addSourceFilesAtPaths([path.join(root, 'src/**/*.ts'), `!${path.join(root, 'src/**/*.test.ts')}`]);
  const fixed: WholeStatement[] = [];
  const composed: ComposedStatement[] = [];
  for (const source of project.getSourceFiles()) {
    const file = path.relative(root, source.getFilePath()).split(path.sep).join('/');
    const numbers = new Map<string, number>();
    for (const template of statementsIn(source)) {
      const name = nameOf(template);
      const number = (numbers.get(name) ?? 0) + 1;
      numbers.set(name, number);
      const numbered = number === 1 ? name : `${name} ${number}`;
      const statement = { file, name: numbered, at: template.getStart(), ...rowOf(template) };
      const text = textOf(template, { next: 1 });
      if (text === undefined) composed.push({ ...statement, parts: partsOf(template) });
      else fixed.push({ ...statement, text: tidy(text) });
    }
  }
  return { fixed, composed };
}

function statementsIn(source: SourceFile): TaggedTemplateExpression[] {
  return source.getDescendantsOfKind(SyntaxKind.TaggedTemplateExpression).filter((template) => {
    if (template.getTag().getText() !== 'sql') return false;
    const [first] = partsOf(template);
    return first!.trim() === '' ? isHanded(template) : STATEMENT.test(first!) && isRun(template);
  });
}

/** Whether it has a type of rows or is handed to something that runs it; what is spliced into others is a fragment. */
function isRun(template: TaggedTemplateExpression): boolean {
  if (template.getFirstChildByKind(SyntaxKind.SyntaxList) || isHanded(template)) return true;
  return !Node.isCallExpression(template.getParent()) && rowOf(template).row !== undefined;
}

function isHanded(template: TaggedTemplateExpression): boolean {
  const parent = template.getParent();
  return Node.isCallExpression(parent) && /(^|\.)(all|first|run|prepare|once)$/.test(parent.getExpression().getText());
}

function partsOf(template: TaggedTemplateExpression): string[] {
  const literal = template.getTemplate();
  if (Node.isNoSubstitutionTemplateLiteral(literal)) return [literal.getLiteralText()];
  const spans = literal.getTemplateSpans().map((span) => span.getLiteral().getLiteralText());
  return [literal.getHead().getLiteralText(), ...spans];
}

/** The text as PostgreSQL gets it, or undefined where a part is only known when it runs. */
function textOf(template: TaggedTemplateExpression, values: { next: number }): string | undefined {
  const literal = template.getTemplate();
  if (Node.isNoSubstitutionTemplateLiteral(literal)) return literal.getLiteralText();
  let text = literal.getHead().getLiteralText();
  for (const span of literal.getTemplateSpans()) {
    const part = partOf(span.getExpression(), values);
    if (part === undefined) return undefined;
    text += part + span.getLiteral().getLiteralText();
  }
  return text;
}

function partOf(expression: Expression, values: { next: number }): string | undefined {
  if (!isFragment(expression)) return `$${values.next++}`;
  return fragmentOf(expression, values);
}

function isFragment(expression: Expression): boolean {
  const type = expression.getType();
  return [type, ...type.getUnionTypes()].some((each) => each.getSymbol()?.getName() === 'Sql');
}

/** A fragment that is written out in place, or a constant. */
function fragmentOf(expression: Node | undefined, values: { next: number }): string | undefined {
  if (Node.isTaggedTemplateExpression(expression)) return textOf(expression, values);
  if (Node.isIdentifier(expression)) {
    const [declaration] = expression.getDefinitionNodes();
    const isConstant =
      declaration?.getFirstAncestorByKind(SyntaxKind.VariableStatement)?.getDeclarationKind() === 'const';
    return isConstant && Node.isVariableDeclaration(declaration)
      ? fragmentOf(declaration.getInitializer(), values)
      : undefined;
  }
  if (Node.isCallExpression(expression) && expression.getExpression().getText() === 'sql.raw') {
    const [argument] = expression.getArguments();
    if (Node.isStringLiteral(argument) || Node.isNoSubstitutionTemplateLiteral(argument)) {
      return argument.getLiteralText();
    }
  }
  return undefined;
}

function rowOf(template: TaggedTemplateExpression): Pick<Statement, 'row' | 'isOpen'> {
  const [row] = template.getType().getTypeArguments();
  // A row of one of several kinds has the columns of all.
  const kinds = row?.isUnion() ? row.getUnionTypes() : row ? [row] : [];
  const names = new Set(kinds.flatMap((kind) => kind.getProperties().map((property) => property.getName())));
  const isOpen = row?.getIntersectionTypes().some((part) => part.isTypeParameter()) ?? false;
  return { row: names.size > 0 ? [...names].sort() : undefined, isOpen };
}

function nameOf(template: TaggedTemplateExpression): string {
  for (const ancestor of template.getAncestors()) {
    if (Node.isFunctionDeclaration(ancestor) || Node.isMethodDeclaration(ancestor)) {
      return ancestor.getName() ?? 'default';
    }
    if (Node.isVariableDeclaration(ancestor) && Node.isSourceFile(ancestor.getVariableStatement()?.getParent())) {
      return ancestor.getName();
    }
  }
  return 'module';
}

/** Without the indentation that the statement has from the code around it. */
export function tidy(text: string): string {
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const rest = lines.slice(1).filter((line) => line.trim());
  const first = lines[0]!.search(/\S/);
  const indent = Math.min(...rest.map((line) => line.search(/\S/)), first > 0 ? first : Number.POSITIVE_INFINITY);
  return lines
    .map((line, index) => (index === 0 ? line.trimStart() : line.slice(Number.isFinite(indent) ? indent : 0)).trimEnd())
    .join('\n');
}
