export const en = {
  lead: 'How the server stands, as the command “doctor” says it.',
  version: 'Version',
  address: 'Address',
  noAddress: 'none is set (PUBLIC_URL)',
  files: 'Files',
  filesOf: (used: string, quota: string) => `${used} of ${quota} (UPLOAD_QUOTA_MIB)`,
  well: 'Everything that was looked at is as it should be.',
  unwell: 'Something needs attention.',
  several: 'Several organizations share this server. How it stands is told to whoever runs it.',
  ok: 'as it should be',
  notOk: 'needs attention',
  missing: 'Missing to be used from outside',
  lacks: {
    publicUrl:
      'PUBLIC_URL: the address at which people reach this server. Without it links lead to this machine alone.',
    https: 'HTTPS: what is sent between browsers and the server can be read on the way.',
    mail: 'SMTP_URL: invitations and links for new passwords are sent to nobody.',
    sms: 'SMS_PROVIDER: workers and recipients are told nothing by SMS.',
  },
  again: 'Look again',
};

export type ServerWords = typeof en;
