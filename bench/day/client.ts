import { Agent, request } from 'node:http';
import { Refused } from '../event-stream.ts';

/** Requests that are under way at once; what is more has not been kept up with. */
const MOST_UNDER_WAY = 4000;

/** Requests over connections that stay open, as browsers and phones have them. */
export class Client {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 400 });
  #underWay = 0;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /**
   * Sends a request and reads its answer to the end.
   * @throws Refused, also when too many requests are under way
   */
  async send(method: string, path: string, headers: Record<string, string>, body?: string | Buffer): Promise<void> {
    if (this.#underWay >= MOST_UNDER_WAY) throw new Refused('too many requests are under way');
    this.#underWay++;
    try {
      await new Promise<void>((resolve, reject) => {
        const sent = request(
          { host: this.#url.hostname, port: this.#url.port, method, path, headers, agent: this.#agent },
          (response) => {
            const ok = response.statusCode === 200;
            let text = '';
            if (ok) response.resume();
            else response.setEncoding('utf8').on('data', (part: string) => (text += part));
            response.on('error', reject).on('end', () => {
              if (ok) resolve();
              else reject(new Refused(`${method} ${path.split('?')[0]}: ${response.statusCode} ${text.slice(0, 200)}`));
            });
          },
        );
        sent.on('error', (error) => reject(new Refused(`${method} ${path.split('?')[0]}: ${error.message}`)));
        sent.end(body);
      });
    } finally {
      this.#underWay--;
    }
  }
}
