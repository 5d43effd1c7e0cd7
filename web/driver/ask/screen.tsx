import { words } from '../texts/index.ts';

export function AskScreen() {
  return <h1>{words.screens.ask}</h1>;
}
