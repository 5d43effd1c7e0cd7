import { effect } from '@preact/signals';
import { render } from 'preact';
import { timeOfDay } from '../shared/ui/time.tsx';
import { ChatApp, loadOpenedMessages, loadOpenedScreen } from './app.tsx';
import { hasState } from './data/chat.ts';
import { followSession } from './data/connection.ts';
import { openVisit } from './data/visit.ts';

// What lies on disk is painted first, as soon as the part that draws it is there. A disk that does not answer holds up nothing for long.
const screen = loadOpenedScreen();
const patience = new Promise((resolve) => setTimeout(resolve, 500));
const visit = openVisit().catch(() => undefined);
// The first time that is written takes long: meanwhile the disk is read.
timeOfDay(new Date());
await Promise.race([visit, patience]);
if (hasState.peek()) await Promise.race([screen, patience]);
render(<ChatApp />, document.body);
followSession();
effect(() => {
  if (hasState.value) void loadOpenedMessages().catch(() => undefined);
});
import('./data/offline.ts').then(({ keepChat }) => keepChat()).catch(() => undefined);
