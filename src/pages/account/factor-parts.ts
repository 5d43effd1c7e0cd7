import { toString as qrCode } from 'qrcode';
import type { SecondFactorSecret } from '../../platform/people/second-factor.ts';
import { Html, html } from '../http/html.ts';
import type { Texts } from '../texts/index.ts';

/** The secret of a second factor, to scan, to type, or to open where the app for codes is on the same device. */
export async function secretToScan({ secondFactor: words }: Texts, { secret, uri }: SecondFactorSecret): Promise<Html> {
  const picture = await qrCode(uri, { type: 'svg', margin: 2 });
  return html`<figure class="qr" role="img" aria-label="${words.qr}">${new Html(picture)}</figure>
<p class="aside">${words.type} <code class="key" dir="ltr">${secret}</code></p>
<p class="aside"><a href="${uri}">${words.openApp}</a></p>`;
}

/** The recovery codes of a second factor that was turned on, which are shown this once. @param to where one goes on */
export function recoveryCodes({ secondFactor: words, fields }: Texts, codes: readonly string[], to: string): Html {
  return html`<p class="done" role="status">${words.isOn}</p>
<p>${words.recoveryLead}</p>
<ul class="codes" dir="ltr" data-copy="${fields.copy}" data-copied="${fields.copied}">${codes.map((each) => html`<li><code>${each}</code></li>`)}</ul>
<div class="actions"><a class="button" href="${to}">${words.stored}</a></div>`;
}
