import { words } from '../texts/index.ts';

export function TodayScreen() {
  return <h1>{words.screens.today}</h1>;
}
