/** An answer that is JSON text already: the members of its object, such as `"messages":[…]`, without the braces. */
export class JsonText {
  readonly members: string;

  constructor(members: string) {
    this.members = members;
  }
}

/** The JSON of an answer. */
export function jsonOf(answer: unknown): string {
  return answer instanceof JsonText ? `{${answer.members}}` : JSON.stringify(answer);
}
