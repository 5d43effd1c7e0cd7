import { pageScript } from '../http/page-script.ts';

/** Leads on from pages that `/` opens: the part after `#` in addresses of other chat clients never reaches a server. */
export const oldAddressScript = pageScript('old-address/lead.js');
