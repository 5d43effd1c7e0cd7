import { words } from '../texts/index.ts';

export function MeScreen() {
  return <h1>{words.screens.me}</h1>;
}
