import type { Config } from '../platform/config.ts';
import { fromTop, type ImportArchive } from './archive/archive.ts';
import { MATTERMOST_FILE, openMattermost } from './mattermost/open-mattermost.ts';
import { fetchSlackFile } from './slack/fetch-file.ts';
import { openSlack, type SlackFiles } from './slack/open-slack.ts';
import type { ImportSource } from './source.ts';
import { openZulip } from './zulip/open-zulip.ts';

/** A program whose archives can be imported. */
export interface ArchiveProgram {
  title: string;
  /** A file at the top of each. */
  marker: string;
  /** @throws {ArchiveError} */
  open(archive: ImportArchive, config: Config): Promise<ImportSource>;
}

/** Programs whose archives can be imported, by their names. */
export const ARCHIVE_PROGRAMS: Readonly<Record<string, ArchiveProgram>> = {
  slack: {
    title: 'an export of Slack',
    marker: 'users.json',
    open: (archive, config) => openSlack(archive, slackFiles(config)),
  },
  zulip: {
    title: 'an export of Zulip',
    marker: 'realm.json',
    open: (archive, { uploadLimitMib }) => openZulip(archive, uploadLimitMib * 2 ** 20),
  },
  mattermost: {
    title: 'an export of Mattermost',
    marker: MATTERMOST_FILE,
    open: (archive, { uploadLimitMib }) => openMattermost(archive, uploadLimitMib * 2 ** 20),
  },
};

/**
 * The program that an archive is of, by its files.
 * @param otherwise name of the one whose sentence says what is missing
 */
export function programOf(archive: ImportArchive, otherwise: string): ArchiveProgram {
  const found = Object.values(ARCHIVE_PROGRAMS).find(({ marker }) => fromTop(archive, marker).files.includes(marker));
  return found ?? ARCHIVE_PROGRAMS[otherwise]!;
}

/** Files of Slack are fetched where there is a token for it. */
function slackFiles({ slackToken: token, uploadLimitMib }: Config): SlackFiles | undefined {
  if (token === undefined) return undefined;
  return (url, mayBeHtml) => fetchSlackFile({ url, token, maxBytes: uploadLimitMib * 2 ** 20, mayBeHtml });
}
