import { deleteClosing, doCloseOrganization } from '../../platform/deletion/actions.ts';
import { findImportRunByToken } from '../../platform/imports/access.ts';
import { doGiveUpImport, doStartWriting } from '../../platform/imports/actions.ts';
import type { ImportRun } from '../../platform/imports/import-run.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { PageProblem } from '../http/error-pages.ts';
import { line } from '../http/form.ts';
import { type PageRequest, page } from '../http/page.ts';
import { pageScript } from '../http/page-script.ts';
import { importView } from './import-view.ts';

export const moveInScript = pageScript('set-up/move-in.js');

/** Page of an import that began in a browser, for whoever has its address: upload, dry run, progress. */
export const followMoveIn = page({
  path: '/move-in/:token',
  summary: 'Upload an archive, see what comes of it, import it, and follow the import',
  access: 'anyone',
  form: { step: line(10) },
  async show(request) {
    const { services } = request;
    const run = await accessRun(request);
    const organization = (await findOrganization(services.database.reader, run.organizationId))!;
    const url = await organizationUrl(services, run.organizationId);
    const view = importView(request, { run, organization, url, token: request.params.token! });
    return { ...view, script: moveInScript.path };
  },
  async submit(request, { step }) {
    const run = await accessRun(request);
    if (step === 'start') await start(request, run);
    if (step === 'give-up' && (await giveUp(request, run))) return { redirect: '/' };
    return { redirect: `/move-in/${request.params.token}` };
  },
});

/** @throws {PageProblem} 404 when the address opens nothing, or its organization is being deleted */
async function accessRun({ services, params }: PageRequest): Promise<ImportRun> {
  const { reader } = services.database;
  const run = await findImportRunByToken(reader, params.token!);
  if (!run || !(await findOrganization(reader, run.organizationId)))
    throw new PageProblem(404, ({ notFound }) => notFound.text);
  return run;
}

async function start({ services, origin }: PageRequest, run: ImportRun): Promise<void> {
  await services.database.transaction((tx) => doStartWriting(tx, run.id), { origin });
}

/** Deletes the new organization, of which nothing was written. */
async function giveUp({ services, origin }: PageRequest, run: ImportRun): Promise<boolean> {
  const { organizationId } = run;
  const isGivenUp = await services.database.transaction(
    async (tx) => (await doGiveUpImport(tx, run.id)) && (await doCloseOrganization(tx, organizationId)),
    { origin },
  );
  if (isGivenUp) await deleteClosing(services, organizationId);
  return isGivenUp;
}
