import { words } from '../texts/index.ts';

export function SentScreen() {
  return <h1>{words.screens.sent}</h1>;
}
