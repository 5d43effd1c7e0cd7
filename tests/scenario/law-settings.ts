/** Settings of people, with values that they take in histories. */
export const SETTINGS: [string, unknown[]][] = [
  ['twenty_four_hour_time', [true, false]],
  ['email_address_visibility', [1, 2, 3, 4, 5]],
  ['automatically_follow_topics_policy', [1, 2, 3, 4]],
  ['presence_enabled', [true, false]],
  ['timezone', ['Europe/Berlin', 'Asia/Tokyo']],
  ['full_name', ['Petra Post', 'Quinn Quay', 'Rosa Ramp']],
  ['enable_drafts_synchronization', [true, true, false]],
];
