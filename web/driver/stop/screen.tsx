import { words } from '../texts/index.ts';

export function StopScreen() {
  return <h1>{words.screens.stop}</h1>;
}
