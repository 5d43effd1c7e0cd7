import { pageScript } from './page-script.ts';

/** Script that lets people see the password that they type. */
export const showPasswordScript = pageScript('set-up/show-password.js');
