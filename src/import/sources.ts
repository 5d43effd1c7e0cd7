import type { Config } from '../platform/config.ts';
import type { ImportArchive } from './archive/archive.ts';
import { fetchSlackFile } from './slack/fetch-file.ts';
import { openSlack, type SlackFiles } from './slack/open-slack.ts';
import type { ImportSource } from './source.ts';

/** A program whose archives can be imported. */
export interface ArchiveProgram {
  title: string;
  /** @throws {ArchiveError} */
  open(archive: ImportArchive, config: Config): Promise<ImportSource>;
}

/** Programs whose archives can be imported, by their names. */
export const ARCHIVE_PROGRAMS: Readonly<Record<string, ArchiveProgram>> = {
  slack: { title: 'an export of Slack', open: (archive, config) => openSlack(archive, slackFiles(config)) },
};

/** Files of Slack are fetched where there is a token for it. */
function slackFiles({ slackToken: token, uploadLimitMib }: Config): SlackFiles | undefined {
  if (token === undefined) return undefined;
  return (url, mayBeHtml) => fetchSlackFile({ url, token, maxBytes: uploadLimitMib * 2 ** 20, mayBeHtml });
}
