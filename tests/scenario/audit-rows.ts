/* Audit entries of operations, or the reason for none. Keys are API and ID of an operation. */

/** Why an operation that writes leaves no entry. */
const OWN = 'of the caller alone: nobody else is touched, nobody may more or less';
const MESSAGES = 'messages are what the chat is for, and have a history of their own';
const WORK = 'the day’s work: tasks, routes and shifts, which are not administration';
const READS = 'changes nothing that stays';
const BEFORE = 'another operation of the rows does the same by the same action';

const FOUNDS = 'makes a new, shut organization or gives it up; the list of imports has who began it, and when';

const because = (reason: string, api: string, ids: string) =>
  Object.fromEntries(ids.split(' ').map((id) => [`${api} ${id}`, reason]));

export const NOT_AUDITED: Record<string, string> = {
  ...because(
    OWN,
    'chat',
    'add-alert-words remove-alert-words delete-avatar upload-avatar delete-storage update-storage',
  ),
  ...because(OWN, 'chat', 'create-drafts delete-draft update-draft delete-queue register-queue create-reminder'),
  ...because(OWN, 'chat', 'delete-reminder mute-user unmute-user add-navigation-view remove-navigation-view'),
  ...because(OWN, 'chat', 'update-navigation-view clear-own-profile update-own-profile add-apns-token add-fcm-token'),
  ...because(OWN, 'chat', 'register-client-device register-push-device remove-apns-token remove-client-device'),
  ...because(OWN, 'chat', 'remove-fcm-token create-saved-snippet delete-saved-snippet update-saved-snippet'),
  ...because(OWN, 'chat', 'update-subscription-settings update-display-settings update-notification-settings'),
  ...because(OWN, 'chat', 'update-own-status update-muted-topics update-user-topic'),
  ...because(MESSAGES, 'chat', 'mark-all-as-read mark-stream-as-read mark-topic-as-read update-message-flags'),
  ...because(MESSAGES, 'chat', 'update-message-flags-for-narrow delete-message update-message report-message'),
  ...because(MESSAGES, 'chat', 'send-message schedule-message delete-scheduled-message update-scheduled-message'),
  ...because(MESSAGES, 'chat', 'add-submessage add-reaction remove-reaction upload-file delete-attachment'),
  ...because('who is in a channel is told in the channel, and changes all day', 'chat', 'subscribe unsubscribe'),
  ...because(BEFORE, 'chat', 'update-subscriptions remove-user-group update-user-group-subgroups'),
  ...because(READS, 'chat', 'create-call render-message update-presence set-typing-status set-typing-status-for-edit'),
  ...because(READS, 'chat', 'dev-fetch-api-key test-welcome-message test-notification test-encrypted-notification'),
  ...because(READS, 'dispatch', 'match-administrators match-recipients match-tasks match-teams match-workers'),
  ...because(
    READS,
    'dispatch',
    'find-destinations-by-metadata call-marketplace check-tasks check-recipients check-workers check-hubs',
  ),
  ...because(
    READS,
    'dispatch',
    'preview-assignment test-webhook-receiver resend-webhook-deliveries resend-webhook-delivery',
  ),
  ...because(WORK, 'dispatch', 'update-container update-container-by-id create-destination update-destination'),
  ...because(WORK, 'dispatch', 'create-recipient create-recipients update-recipient add-route-plan-tasks'),
  ...because(
    WORK,
    'dispatch',
    'create-route-plan delete-route-plan update-route-plan accept-dispatch cancel-dispatch dispatch-team',
  ),
  ...because(WORK, 'dispatch', 'plan-dispatch put-schedule set-schedule auto-assign-tasks create-tasks-async'),
  ...because(WORK, 'dispatch', 'schedule-optimization optimize-routes start-optimization apply-optimization'),
  ...because(WORK, 'dispatch', 'abort-optimization mark-handled'),
  ...because(WORK, 'dispatch', 'create-tasks complete-task clone-task create-task delete-task renew-pin update-task'),
  ...because(WORK, 'dispatch', 'arrive-at-task check-pin complete-own-task self-assign-task start-task create-upload'),
  ...because(WORK, 'dispatch', 'report-owntracks report-positions report-traccar set-duty give-feedback leave-message'),
  ...because(WORK, 'dispatch', 'receive-twilio-message receive-twilio-receipt receive-vonage-message'),
  ...because(WORK, 'dispatch', 'receive-vonage-receipt'),
  ...because(OWN, 'dispatch', 'subscribe-to-pushes unsubscribe-from-pushes'),
  ...because(WORK, 'dispatch', 'send-actions set-worker-duty'),
  ...because('what is said about the day’s work, which is not administration', 'dispatch', 'open-conversation'),
  ...because(MESSAGES, 'dispatch', 'send-driver-message send-task-message mark-conversation-read message-recipient'),
  ...because(BEFORE, 'dispatch', 'set-picture remove-picture'),
  ...because(
    'an entry for each invited worker (worker-invitations.test.ts); here nobody waits',
    'dispatch',
    'invite-workers',
  ),
  ...because(OWN, 'session', 'subscribe-browser unsubscribe-browser'),
  ...because(BEFORE, 'page', 'streets first-hub first-task first-team first-worker invite-people first-message set-up'),
  ...because(OWN, 'page', 'end-digests end-emails ask-for-reset ask-for-proof choose-organization tracking-page'),
  ...because(BEFORE, 'session', 'make-first-organization invite-imported'),
  ...because(READS, 'session', 'send-test-message'),
  ...because(BEFORE, 'page', 'open-sign-in-link'),
  ...because(FOUNDS, 'page', 'begin-move-in follow-move-in'),
  ...because(BEFORE, 'page', 'join confirm-email verify-address sign-in-page sign-out'),
};
