import { settings } from '../../src/platform/config.ts';

const START = '<!-- Written by "npm run settings". -->\n';
const END = '<!-- End of the settings. -->\n';

/**
 * A document with the table of all settings in place of the one between its marks.
 * @throws where the document has no marks
 */
export function withSettingsTable(document: string): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start < 0 || end < start) throw new Error(`The document lacks ${START}or ${END}`);
  return document.slice(0, start + START.length) + table() + document.slice(end);
}

function table(): string {
  const rows = Object.values(settings).map(
    (setting) =>
      `| \`${setting.variable}\` | ${'fallback' in setting ? `\`${setting.fallback}\`` : ''} | ${setting.about} |\n`,
  );
  return `\n| name | default | meaning |\n| --- | --- | --- |\n${rows.join('')}\n`;
}
