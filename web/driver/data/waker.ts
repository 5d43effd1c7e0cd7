/** A sleep that ends by itself after a while, or when it is woken. Who is woken while awake does not fall asleep next. */
export class Waker {
  #isWoken = false;
  #end: (() => void) | undefined;

  wake(): void {
    this.#isWoken = true;
    this.#end?.();
  }

  /** @param atMost milliseconds; without them, until it is woken */
  async sleep(atMost?: number): Promise<void> {
    if (!this.#isWoken) {
      let timer: number | undefined;
      await new Promise<void>((resolve) => {
        this.#end = resolve;
        if (atMost !== undefined) timer = window.setTimeout(resolve, atMost);
      });
      clearTimeout(timer);
      this.#end = undefined;
    }
    this.#isWoken = false;
  }
}
