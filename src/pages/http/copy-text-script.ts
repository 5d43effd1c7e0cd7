import { pageScript } from './page-script.ts';

/** Script that copies what a page shows only once. */
export const copyTextScript = pageScript('set-up/copy-text.js');
