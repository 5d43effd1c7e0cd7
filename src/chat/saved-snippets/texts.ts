import { badRequest } from '../http/errors.ts';

/** @throws {ChatError} `BAD_REQUEST` */
export function readTitle(given: string): string {
  const title = given.trim();
  if (title === '') throw badRequest('Title cannot be empty.');
  return title;
}

/** @throws {ChatError} `BAD_REQUEST` */
export function readSnippetContent(given: string): string {
  if (given.trim() === '') throw badRequest('Content cannot be empty.');
  return given;
}
