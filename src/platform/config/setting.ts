/** One setting: the only place that says its variable, its meaning, its default and how it is read. */
interface Setting {
  /** Name of the environment variable. */
  variable: string;
  /** Description in Markdown, shown in `docs/operators/settings.md`. */
  about: string;
  /** The text that is read where none is given; without one the setting is undefined then. */
  fallback?: string;
  /** Whether its text may hold a secret, so that a bad one is not repeated. */
  isSecret?: true;
  /** @throws {Error} the rest of a sentence that begins with the variable's name */
  read(text: string): unknown;
}

/** Settings by the names that they have in `Config`. */
export type Settings = Record<string, Setting>;

/** The values of settings: undefined is possible where there is no default. */
export type ValuesOf<Table extends Settings> = {
  [Name in keyof Table]: Table[Name] extends { fallback: string }
    ? ReturnType<Table[Name]['read']>
    : ReturnType<Table[Name]['read']> | undefined;
};

/** The sentence that stops the start: which setting, what is wrong with it. */
export class ConfigError extends Error {}

/**
 * Reads every setting of a table. A variable that is empty counts as not set.
 * @throws {ConfigError} one sentence for the first bad value
 */
export function readSettings<Table extends Settings>(
  table: Table,
  environment: Record<string, string | undefined>,
): ValuesOf<Table> {
  const values = Object.entries(table).map(([name, setting]) => [name, readSetting(setting, environment)]);
  // The compiler takes what comes of entries for anything: each name has the value that its own setting has read.
  return Object.fromEntries(values);
}

function readSetting(setting: Setting, environment: Record<string, string | undefined>): unknown {
  const { variable, fallback, isSecret } = setting;
  const value = environment[variable] || fallback;
  if (value === undefined) return undefined;
  try {
    return setting.read(value);
  } catch (error) {
    const shown = isSecret ? '' : ` (it is "${value}")`;
    throw new ConfigError(`${variable} ${error instanceof Error ? error.message : error}${shown}.`);
  }
}
