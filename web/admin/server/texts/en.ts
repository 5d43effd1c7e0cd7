export const en = {
  lead: 'Server health, as the command “doctor” reports it.',
  version: 'Version',
  address: 'Address',
  noAddress: 'none is set (PUBLIC_URL)',
  files: 'Files',
  filesOf: (used: string, quota: string) => `${used} of ${quota} (UPLOAD_QUOTA_MIB)`,
  well: 'All checks pass.',
  unwell: 'Something needs attention.',
  several: 'Several organizations share this server. Only its operator can see its health.',
  ok: 'as it should be',
  notOk: 'needs attention',
  missing: 'Missing to be used from outside',
  lacks: {
    publicUrl:
      'PUBLIC_URL: the address at which people reach this server. Without it links lead to this machine alone.',
    https: 'HTTPS: what is sent between browsers and the server can be read on the way.',
    mail: 'SMTP_URL: invitations and links for new passwords can’t be sent.',
    sms: 'SMS_PROVIDER: workers and recipients get no SMS.',
  },
  again: 'Check again',
};

export type ServerWords = typeof en;
