import path from 'node:path';
import { type Expression, Node, Project, type SourceFile, SyntaxKind, type TaggedTemplateExpression } from 'ts-morph';

/** A statement whose whole text stands in the source, values aside. */
export interface FixedStatement {
  /** Below the repository, with `/`. */
  file: string;
  /** The function or constant that it stands in, numbered where one has several. */
  name: string;
  text: string;
  /** The members of the declared row type; undefined where the statement declares none. */
  row: string[] | undefined;
}

export interface CollectedStatements {
  fixed: FixedStatement[];
  /** Statements that are put together when they run: where each stands. The tests that run them check them. */
  composed: string[];
}

const STATEMENT = /^\s*(?:--[^\n]*\n\s*)*(?:select|insert|update|delete|with|lock|notify)\b/i;

/** Reads every `` sql`…` `` of `src` that is a statement by itself. */
export function collectStatements(root: string): CollectedStatements {
  const project = new Project({
    tsConfigFilePath: path.join(root, 'tsconfig.json'),
    skipAddingFilesFromTsConfig: true,
  });
  project.addSourceFilesAtPaths([path.join(root, 'src/**/*.ts'), `!${path.join(root, 'src/**/*.test.ts')}`]);
  const fixed: FixedStatement[] = [];
  const composed: string[] = [];
  for (const source of project.getSourceFiles()) {
    const file = path.relative(root, source.getFilePath()).split(path.sep).join('/');
    const numbers = new Map<string, number>();
    for (const template of statementsIn(source)) {
      const name = nameOf(template);
      const number = (numbers.get(name) ?? 0) + 1;
      numbers.set(name, number);
      const text = textOf(template, { next: 1 });
      const numbered = number === 1 ? name : `${name} ${number}`;
      if (text === undefined) composed.push(`${file} ${numbered}`);
      else fixed.push({ file, name: numbered, text: tidy(text), row: rowOf(template) });
    }
  }
  return { fixed, composed };
}

function statementsIn(source: SourceFile): TaggedTemplateExpression[] {
  return source.getDescendantsOfKind(SyntaxKind.TaggedTemplateExpression).filter((template) => {
    if (template.getTag().getText() !== 'sql') return false;
    return STATEMENT.test(firstPartOf(template)) && isRun(template);
  });
}

/** Whether it declares its rows or is handed to something that runs it; what is spliced into others is a fragment. */
function isRun(template: TaggedTemplateExpression): boolean {
  if (template.getFirstChildByKind(SyntaxKind.SyntaxList)) return true;
  const parent = template.getParent();
  if (!Node.isCallExpression(parent)) return false;
  return /(^|\.)(all|first|run|prepare|once)$/.test(parent.getExpression().getText());
}

function firstPartOf(template: TaggedTemplateExpression): string {
  const literal = template.getTemplate();
  return Node.isNoSubstitutionTemplateLiteral(literal) ? literal.getLiteralText() : literal.getHead().getLiteralText();
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

/** A fragment that is written out in place, or a constant of a module. */
function fragmentOf(expression: Node | undefined, values: { next: number }): string | undefined {
  if (Node.isTaggedTemplateExpression(expression)) return textOf(expression, values);
  if (Node.isIdentifier(expression)) {
    const [declaration] = expression.getDefinitionNodes();
    if (!Node.isVariableDeclaration(declaration)) return undefined;
    if (!Node.isSourceFile(declaration.getVariableStatement()?.getParent())) return undefined;
    return fragmentOf(declaration.getInitializer(), values);
  }
  if (Node.isCallExpression(expression) && expression.getExpression().getText() === 'sql.raw') {
    const [argument] = expression.getArguments();
    if (Node.isStringLiteral(argument) || Node.isNoSubstitutionTemplateLiteral(argument)) {
      return argument.getLiteralText();
    }
  }
  return undefined;
}

function rowOf(template: TaggedTemplateExpression): string[] | undefined {
  const row = template.getFirstChildByKind(SyntaxKind.SyntaxList)?.getFirstChild();
  const names = row
    ?.getType()
    .getProperties()
    .map((property) => property.getName());
  return names && names.length > 0 ? names.sort() : undefined;
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
function tidy(text: string): string {
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
