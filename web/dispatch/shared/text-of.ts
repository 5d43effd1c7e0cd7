/** What a field of a form says, without blanks around it. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
