/** Calls one of the APIs as any client does. */
export class DemoClient {
  readonly #base: string;
  readonly #authorization: string;
  readonly #stop: AbortSignal;

  /**
   * @param base where the paths begin
   * @param authorization the header's value
   * @param stop ends what is under way
   */
  constructor(base: string, authorization: string, stop: AbortSignal) {
    this.#base = base;
    this.#authorization = authorization;
    this.#stop = stop;
  }

  static basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  get = <Answer>(path: string) => this.#send<Answer>('GET', path);
  post = <Answer>(path: string, body: object) => this.#send<Answer>('POST', path, JSON.stringify(body));
  put = <Answer>(path: string, body: object) => this.#send<Answer>('PUT', path, JSON.stringify(body));
  /** With the parameters as a form, as the chat API takes them. */
  postForm = <Answer>(path: string, params: Record<string, string>) =>
    this.#send<Answer>('POST', path, new URLSearchParams(params));

  /** @throws {Error} when it is refused */
  async #send<Answer>(method: string, path: string, body?: string | URLSearchParams): Promise<Answer> {
    const response = await fetch(this.#base + path, {
      method,
      signal: this.#stop,
      headers: {
        authorization: this.#authorization,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }
}
