import { render } from 'preact';
import { ChatApp } from './app.tsx';
import { openVisit } from './data/visit.ts';

// What lies on disk is painted first. A disk that does not answer holds up nothing for long.
const patience = new Promise((resolve) => setTimeout(resolve, 500));
await Promise.race([openVisit().catch(() => undefined), patience]);
render(<ChatApp />, document.body);
void import('./data/offline.ts').then(({ keepChat }) => keepChat());
