/** An answer that is JSON text already. Chat: an object without `result` and `msg`, such as `{"messages":[…]}`. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON of an answer. */
export function jsonOf(answer: unknown): string {
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer);
}
