import { toString as qrCode } from 'qrcode';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { Html, html } from '../http/html.ts';
import { page } from '../http/page.ts';

/** Page that explains how to connect a chat client to this server. */
export const connect = page({
  path: '/connect',
  summary: 'Connect a chat client',
  access: 'anyone',
  asksWhich: true,
  async show({ services, visitor, organizationId: at, texts: { connect: words } }) {
    const organizationId = visitor?.organization.id ?? at;
    const address =
      organizationId === undefined ? services.publicUrl() : await organizationUrl(services, organizationId);
    const code = await qrCode(address, { type: 'svg', margin: 2 });
    const body = html`<p class="lead">${words.lead}</p>
<ol>
<li>${words.install}</li>
<li>${words.enter}<br><code class="address" dir="ltr">${address}</code></li>
<li>${words.signIn}</li>
</ol>
<figure class="qr" role="img" aria-label="${words.qr}">${new Html(code)}</figure>`;
    return { title: words.title, body };
  },
});
