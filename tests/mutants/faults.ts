import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { type NumericLiteral, Project, type SourceFile, SyntaxKind } from 'ts-morph';
import { droppableConditions } from './sql-conditions.ts';

/** A single change of a source file that a person could make by mistake. */
export interface Fault {
  /** Path from the repository. */
  file: string;
  kind: FaultKind;
  /** Start and end of the changed text, in UTF-16 units. */
  start: number;
  end: number;
  replacement: string;
}

/**
 * Relative frequency of each kind of fault: rules first. Unlisted kinds (texts, whole blocks, arrays and objects
 * emptied) are never drawn: any run of the line catches them, or they only change words.
 */
export const KIND_WEIGHTS = {
  /** `<` for `<=`, `===` for `!==`. */
  EqualityOperator: 3,
  /** A condition that always holds or never does; of an early exit: the exit is left out. */
  ConditionalExpression: 2,
  /** `&&` for `||`. */
  LogicalOperator: 2,
  /** A call whose answer nobody takes is left out. */
  CallExpression: 2,
  /** The same of one that is awaited. */
  AwaitedCall: 2,
  /** `and …` of a statement is left out. */
  SqlCondition: 4,
  /** A limit that is one more. */
  Limit: 2,
  /** `!` left out, `true` for `false`. */
  BooleanLiteral: 1,
  OptionalChaining: 0.5,
  MethodExpression: 0.5,
  ArithmeticOperator: 0.5,
  UpdateOperator: 0.5,
  UnaryOperator: 0.5,
} as const;
export type FaultKind = keyof typeof KIND_WEIGHTS;

/** Among many `===`, a `<` that should be `<=` is rarer and worse: `===` counts a third. */
export function weightOf({ kind, replacement }: Fault): number {
  const isIdentity = kind === 'EqualityOperator' && /[!=]==/.test(replacement);
  return KIND_WEIGHTS[kind] / (isIdentity ? 3 : 1);
}

/** All faults of the given files that are worth drawing, in the order of files and places. */
export async function findFaults(root: string, files: readonly string[]): Promise<Fault[]> {
  const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { jsx: 4 } });
  const faults: Fault[] = [];
  for (const file of files) {
    const text = await readFile(path.join(root, file), 'utf8');
    const source = project.createSourceFile(path.join(root, file), text, { overwrite: true });
    const own = [...awaitedCallFaults(file, source), ...sqlFaults(file, source), ...limitFaults(file, source)];
    const found = [...(await operatorFaults(file, text)), ...own];
    found.sort((one, other) => one.start - other.start || one.end - other.end);
    faults.push(...found);
    source.forget();
  }
  return faults;
}

/** Faults of operators, conditions and calls, as StrykerJS makes them; only its instrumenter is used, which lists them. */
async function operatorFaults(file: string, text: string): Promise<Fault[]> {
  const { mutants } = await new Instrumenter(SILENT).instrument([{ name: file, content: text, mutate: true }], {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: true,
  });
  const lines = lineStarts(text);
  const at = ({ line, column }: { line: number; column: number }) => lines[line]! + column;
  return mutants.flatMap(({ mutatorName, location, replacement }) =>
    isDrawn(mutatorName) && replacement !== undefined
      ? [{ file, kind: mutatorName, start: at(location.start), end: at(location.end), replacement }]
      : [],
  );
}

const isDrawn = (name: string): name is FaultKind => Object.hasOwn(KIND_WEIGHTS, name);

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

const quiet = () => {};
const no = () => false;
const SILENT = {
  ...{ trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet },
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no, isWarnEnabled: no },
  ...{ isErrorEnabled: no, isFatalEnabled: no },
};

function awaitedCallFaults(file: string, source: SourceFile): Fault[] {
  return source
    .getDescendantsOfKind(SyntaxKind.ExpressionStatement)
    .filter((statement) => {
      const awaited = statement.getExpression().asKind(SyntaxKind.AwaitExpression);
      return awaited?.getExpression().isKind(SyntaxKind.CallExpression);
    })
    .map((statement) => {
      const [start, end] = [statement.getStart(), statement.getEnd()];
      return { file, kind: 'AwaitedCall' as const, start, end, replacement: ';' };
    });
}

function sqlFaults(file: string, source: SourceFile): Fault[] {
  return source
    .getDescendantsOfKind(SyntaxKind.TaggedTemplateExpression)
    .filter((tagged) => tagged.getTag().getText() === 'sql')
    .flatMap((tagged) => {
      const template = tagged.getTemplate();
      return droppableConditions(template.getText()).map(({ start, end }) => ({
        file,
        kind: 'SqlCondition' as const,
        start: template.getStart() + start,
        end: template.getStart() + end,
        replacement: '',
      }));
    });
}

/** Durations and sizes, where one more is no other rule. */
const NOT_A_RULE = /_(MS|SECONDS|MINUTES|HOURS|DAYS|BYTES|MIB|KIB)$|^[a-z].*(Ms|Seconds|Bytes|Mib)$/;
const LIMIT_NAME = /^(MAX|MIN|MOST|LEAST|SMALL)_|_(MAX|MIN|LIMIT|COUNT|LENGTH)$|^(max|min)[A-Z]\w*|^(maximum|minimum)$/;

function limitFaults(file: string, source: SourceFile): Fault[] {
  return source.getDescendantsOfKind(SyntaxKind.NumericLiteral).flatMap((literal) => {
    const name = nameOf(literal);
    if (name === undefined || !LIMIT_NAME.test(name) || NOT_A_RULE.test(name)) return [];
    const replacement = String(literal.getLiteralValue() + 1);
    return [{ file, kind: 'Limit' as const, start: literal.getStart(), end: literal.getEnd(), replacement }];
  });
}

/** The constant or member that a number is the value of. */
function nameOf(literal: NumericLiteral): string | undefined {
  const parent = literal.getParent();
  const named = parent.asKind(SyntaxKind.VariableDeclaration) ?? parent.asKind(SyntaxKind.PropertyAssignment);
  return named?.getName();
}
