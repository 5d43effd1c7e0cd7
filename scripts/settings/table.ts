import { measuringSettings } from '../../src/platform/config/measuring.ts';
import { settings } from '../../src/platform/config.ts';

const START = '<!-- Written by "npm run settings". -->\n';
const END = '<!-- End of the settings. -->\n';

const forTests: readonly string[] = Object.values(measuringSettings).map(({ variable }) => variable);
const isForTests = ({ variable }: { variable: string }) => forTests.includes(variable);

/** Documents with a table of settings, and whether it is of those for benchmarks and tests alone. */
export const SETTINGS_DOCUMENTS = new Map([
  ['docs/operators/settings.md', false],
  ['docs/running-tests.md', true],
]);

/**
 * A document with the table of settings in place of the one between its marks.
 * @param ofTests settings for benchmarks and tests alone, or all others
 * @throws where the document has no marks
 */
export function withSettingsTable(document: string, ofTests: boolean): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start < 0 || end < start) throw new Error(`The document lacks ${START}or ${END}`);
  return document.slice(0, start + START.length) + table(ofTests) + document.slice(end);
}

function table(ofTests: boolean): string {
  const shown = Object.values(settings).filter((setting) => isForTests(setting) === ofTests);
  const rows = shown.map(
    (setting) =>
      `| \`${setting.variable}\` | ${'fallback' in setting ? `\`${setting.fallback}\`` : ''} | ${setting.about} |\n`,
  );
  return `\n| name | default | meaning |\n| --- | --- | --- |\n${rows.join('')}\n`;
}
