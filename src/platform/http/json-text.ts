/** An answer that is JSON text already: the members of its object, such as `"messages":[…]`, without the braces. */
export class JsonText {
  readonly members: string;

  constructor(members: string) {
    this.members = members;
  }
}
