import { type ImportReportRow, type ImportRun, isUnwritten, takesArchive } from '../../platform/imports/import-run.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { type Html, html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';

interface Shown {
  run: ImportRun;
  organization: Organization;
  /** The organization's own address. */
  url: string;
  token: string;
}

/** Returns the page of an import in its phase. */
export function importView(request: PageRequest, shown: Shown): View {
  const { run, organization } = shown;
  const { moveIn: words } = request.texts;
  const isRunning = run.phase === 'reading' || run.phase === 'writing';
  const body = html`<div data-move-in data-phase="${run.phase}" data-running="${isRunning ? 'yes' : 'no'}">
${run.failure !== null && html`<p class="alert" role="alert"><span lang="en">${run.failure}</span></p>`}
${bodyOf(request, shown)}
</div>`;
  return { title: words.titles[run.phase], body, organization: organization.name };
}

function bodyOf(request: PageRequest, shown: Shown): Html {
  const { run, url } = shown;
  const { moveIn: words } = request.texts;
  switch (run.phase) {
    case 'uploading':
      return html`<p class="lead">${words.uploadLead}</p>${uploadPart(request, shown)}${giveUpForm(request, shown)}`;
    case 'reading':
      return html`<p class="lead" role="status">${words.readingLead}</p><progress></progress>`;
    case 'checked':
      return html`<p class="lead">${words.checkedLead}</p>${reportTable(request, run.report ?? [])}
${startForm(request, shown, words.start)}
<details><summary>${words.another}</summary>${uploadPart(request, shown)}</details>${giveUpForm(request, shown)}`;
    case 'writing':
      return html`<p class="lead">${words.writingLead}</p>${progressPart(request, shown)}`;
    case 'ended':
      return html`<p class="lead">${words.endedLead({ count: run.done })}</p><p>${words.invite}</p>
<div class="actions"><a class="button" href="${url}/sign-in">${words.signIn}</a></div>`;
    case 'failed':
      return html`${
        takesArchive(run)
          ? html`<p>${words.failedReading}</p>${uploadPart(request, shown)}`
          : html`<p>${words.failedWriting}</p>${progressPart(request, shown)}${startForm(request, shown, words.goOnWriting)}`
      }${giveUpForm(request, shown)}`;
  }
}

function uploadPart({ services, texts: { moveIn: words } }: PageRequest, { token }: Shown): Html {
  const { resumableUploadLimitMib: mib, uploadQuotaMib } = services.config;
  const most = uploadQuotaMib === 0 ? mib : Math.min(mib, uploadQuotaMib);
  return html`<div class="field" data-upload data-token="${token}" data-limit="${mib * 2 ** 20}" data-large="${words.tooLarge({ mib })}" data-lost="${words.lost}">
<label for="archive">${words.archive}</label>
<input id="archive" type="file" accept=".zip,.gz,.tgz,application/zip,application/gzip">
<small>${words.archiveHint({ mib: most })}</small>
<progress max="1" value="0" hidden></progress>
<p data-said role="status"></p>
<div class="actions"><button type="button" disabled>${words.upload}</button></div>
<noscript><p>${words.noScript}</p><p><code>npm run hubbub -- import --help</code></p></noscript>
</div>`;
}

function startForm({ texts: { moveIn: words } }: PageRequest, { token }: Shown, label: string): Html {
  return html`<form method="post" action="/move-in/${token}">
<input type="hidden" name="step" value="start">
<p class="aside">${words.startHint}</p>
<div class="actions"><button>${label}</button></div>
</form>`;
}

function giveUpForm({ texts: { moveIn: words } }: PageRequest, { run, token }: Shown): Html | false {
  if (!isUnwritten(run)) return false;
  return html`<form method="post" action="/move-in/${token}">
<input type="hidden" name="step" value="give-up">
<div class="actions"><button class="second">${words.giveUp}</button></div>
</form>`;
}

function progressPart({ texts: { moveIn: words }, language }: PageRequest, { run, organization }: Shown): Html {
  const { done, begunAt, steppedAt } = run;
  const total = run.total ?? 0;
  const times = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: organization.timezone,
  });
  return html`<progress max="${Math.max(total, 1)}" value="${done}"></progress>
<p role="status">${words.messagesOf({ done, total })}</p>
<p class="aside">${words.times({ begun: times.format(begunAt), stepped: times.format(steppedAt) })}</p>`;
}

/** The table of a dry run. Its words are the importer's, in English. */
function reportTable({ texts: { moveIn: words }, language }: PageRequest, rows: readonly ImportReportRow[]): Html {
  const number = new Intl.NumberFormat(language);
  const count = (value: number) => html`<td data-count="${value}">${number.format(value)}</td>`;
  return html`<div class="report"><table>
<thead><tr><th scope="col">${words.what}</th><th scope="col">${words.comes}</th><th scope="col">${words.changed}</th><th scope="col">${words.stays}</th></tr></thead>
${rows.map(
  ({ what, comes, changed, stays, why }) => html`<tbody lang="en">
<tr><th scope="rowgroup">${what}</th>${count(comes)}${count(changed)}${count(stays)}</tr>
${why !== '' && html`<tr><td colspan="4">${why}</td></tr>`}
</tbody>`,
)}</table></div>`;
}
