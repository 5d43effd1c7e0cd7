import { MAX_EMAIL } from '../../platform/people/email.ts';
import { EMPTY, type Filled } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { goneLink } from '../http/gone-link.ts';
import { page } from '../http/page.ts';
import { passwordField, passwordSentence } from '../http/password-field.ts';
import { openInvitation } from './invitation-of-link.ts';

/**
 * The page behind every invitation: to the chat, by mail or by a link for many, of an administrator by mail, and of a worker
 * by phone. A password, and in the chat a name, and one is in.
 */
export const join = page({
  path: '/join/:token',
  summary: 'Accept an invitation',
  access: 'anyone',
  form: { name: line(100), email: line(MAX_EMAIL), password: passwordField, group: line(20) },
  async show(request) {
    const invitation = await openInvitation(request, request.params.token!);
    return invitation?.form(EMPTY) ?? goneLink(request.texts, 'invitation');
  },
  async submit(request, values) {
    const { texts } = request;
    const invitation = await openInvitation(request, request.params.token!);
    if (!invitation) return goneLink(texts, 'invitation');
    const again = (problems: Filled['problems']) => ({ ...invitation.form({ values, problems }), status: 400 });
    if (invitation.takesNoPassword) return again({});
    const problems = {
      name: invitation.asksName && values.name === '' ? texts.fields.missing : undefined,
      password: passwordSentence(values.password, [...invitation.names, values.name, values.email], texts),
    };
    if (problems.name || problems.password) return again(problems);
    const accepted = await invitation.accept(values);
    return 'problem' in accepted ? again({ '': accepted.problem }) : accepted;
  },
});
