import { ChatClient } from './clients.ts';
import type { TestConsole } from './console.ts';

const PASSWORD = 'correct horse battery staple';

/** For tests: a person with a client of the chat API, who can sign in in a browser too (`TestConsole.signedIn`). */
export async function makeColleague(
  world: TestConsole,
  email: string,
  full_name: string,
): Promise<{ id: number; email: string; client: ChatClient }> {
  const owner = new ChatClient(world.organization.chat);
  const { user_id: id } = await world.must(owner.post('/users', { email, full_name, password: PASSWORD }));
  const { api_key } = await world.must(owner.post('/fetch_api_key', { username: email, password: PASSWORD }));
  return { id, email, client: new ChatClient({ site: owner.site, email, api_key }) };
}
