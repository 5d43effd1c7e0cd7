import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Folder into which `scripts/web/publish.ts` puts the built pages. */
export const BUILT_PAGES = path.resolve(import.meta.dirname, '../../../web/dist');

/** Content of `build.json` beside the pages. */
export interface WebBuild {
  /** ID of the sources: the same state has one ID on every machine. */
  id: string;
  /** Folders with an `index.html`. */
  apps: string[];
  /** At the top, served under their own names. */
  files: string[];
  /** Under `assets/`, named by their content. */
  assets: string[];
  /** The script that draws the map of a tracking page, under `assets/`. */
  trackingMap?: string;
}

/** @throws a sentence for the operator when the pages are not built */
export async function readWebBuild(folder: string): Promise<WebBuild> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'build.json'), 'utf8'));
  } catch {
    throw Object.assign(
      new Error('The pages are not built. Run npm start to build them, or set WEB=off to leave out the apps.'),
      {
        expected: true,
      },
    );
  }
}
