// Written by `npm run texts` from texts/en.

declare module 'texts:admin/admin' {
  export type Words = {
    title: string;
    navigation: string;
    more: string;
    seenNow: string;
    seenWithinHour: string;
    loadMore: string;
    save: string;
    saved: string;
    remove: string;
    name: string;
    email: string;
    phone: string;
    yes: string;
    no: string;
    groups: {
      people: string;
      chat: string;
      deliveries: string;
      organization: string;
    };
    screens: {
      people: string;
      invitations: string;
      sessions: string;
      groups: string;
      channels: string;
      incoming: string;
      fleet: string;
      fields: string;
      tracking: string;
      webhooks: string;
      organization: string;
      keys: string;
      messages: string;
      map: string;
      audit: string;
      imports: string;
      server: string;
      permissions: string;
      emoji: string;
      links: string;
      exports: string;
      bots: string;
      newcomers: string;
    };
    inConsole: string;
    noAccess: {
      title: string;
      text: (values: { organization: string }) => string;
      home: string;
    };
    lacks: {
      owner: string;
      administrator: string;
      chat: string;
      dispatch: string;
    };
    lacksTitle: string;
    roles: {
      100: string;
      200: string;
      300: string;
      400: string;
      600: string;
    } & { readonly [code: number]: string | undefined };
    selection: {
      select: (values: { name: string }) => string;
      clear: string;
      all: (values: { count: number }) => string;
      refused: (values: { count: number; reason: string }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/audit' {
  export type Words = {
    lead: string;
    from: string;
    to: string;
    filter: string;
    csv: string;
    none: string;
    noneText: string;
    noMatch: string;
    kinds: {
      person: string;
      administrator: string;
      worker: string;
      bot: string;
      key: string;
      command: string;
      server: string;
      nobody: string;
    };
    what: string;
    everything: string;
    person: string;
    other: (values: { who: string; about: string }) => string;
    joined: (values: { who: string }) => string;
    groups: {
      person: string;
      bot: string;
      session: string;
      key: string;
      administrator: string;
      worker: string;
      team: string;
      hub: string;
      custom_field: string;
      task_template: string;
      webhook: string;
      webhook_secret: string;
      group: string;
      channel: string;
      channel_folder: string;
      default_channel_group: string;
      invitation: string;
      organization: string;
      linkifier: string;
      playground: string;
      profile_field: string;
      domain: string;
      emoji: string;
      export: string;
      messages: string;
      backup: string;
    };
    sentences: {
      person: {
        created: (values: { who: string; about: string }) => string;
        deactivated: (values: { who: string; about: string }) => string;
        reactivated: (values: { who: string; about: string }) => string;
        renamed: (values: { who: string; about: string }) => string;
        role_changed: (values: { who: string; about: string }) => string;
        status_changed: (values: { who: string; about: string }) => string;
        email_changed: (values: { who: string; about: string }) => string;
        email_changes_permitted: (values: { who: string; about: string }) => string;
        password_set: (values: { who: string; about: string }) => string;
        reset_link_sent: (values: { who: string; about: string }) => string;
        second_factor_on: (values: { who: string; about: string }) => string;
        second_factor_off: (values: { who: string; about: string }) => string;
        provider_linked: (values: { who: string; about: string }) => string;
        providers_unlinked: (values: { who: string; about: string }) => string;
        signed_in: (values: { who: string }) => string;
        sign_in_refused: (values: { about: string }) => string;
      };
      bot: {
        created: (values: { who: string; about: string }) => string;
        deactivated: (values: { who: string; about: string }) => string;
        reactivated: (values: { who: string; about: string }) => string;
        renamed: (values: { who: string; about: string }) => string;
        role_changed: (values: { who: string; about: string }) => string;
        owner_changed: (values: { who: string; about: string }) => string;
        service_changed: (values: { who: string; about: string }) => string;
        secret_set: (values: { who: string; about: string }) => string;
        secret_removed: (values: { who: string; about: string }) => string;
      };
      session: {
        ended: (values: { who: string; about: string }) => string;
      };
      key: {
        made: (values: { who: string; about: string }) => string;
        revoked: (values: { who: string; about: string }) => string;
        confirmed: (values: { about: string; who: string }) => string;
      };
      administrator: {
        created: (values: { who: string; about: string }) => string;
        joined: (values: { about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        role_changed: (values: { who: string; about: string }) => string;
        invitation_sent: (values: { who: string; about: string }) => string;
        invitation_revoked: (values: { who: string; about: string }) => string;
        deleted: (values: { who: string; about: string }) => string;
      };
      worker: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        picture_set: (values: { who: string; about: string }) => string;
        picture_removed: (values: { who: string; about: string }) => string;
        invitation_sent: (values: { who: string; about: string }) => string;
        invitation_revoked: (values: { who: string; about: string }) => string;
        sign_in_link_made: (values: { who: string; about: string }) => string;
        signed_in: (values: { about: string }) => string;
        deleted: (values: { who: string; about: string }) => string;
      };
      team: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        deleted: (values: { who: string; about: string }) => string;
      };
      hub: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        deleted: (values: { who: string; about: string }) => string;
      };
      custom_field: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        deleted: (values: { who: string; about: string }) => string;
      };
      task_template: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        deleted: (values: { who: string; about: string }) => string;
      };
      webhook: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        deleted: (values: { who: string; about: string }) => string;
        disabled: (values: { about: string }) => string;
      };
      webhook_secret: {
        shown: (values: { who: string }) => string;
        rotation_begun: (values: { who: string }) => string;
        rotated: (values: { who: string }) => string;
        rotation_cancelled: (values: { who: string }) => string;
      };
      group: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        members_changed: (values: { who: string; about: string }) => string;
        subgroups_changed: (values: { who: string; about: string }) => string;
        deactivated: (values: { who: string; about: string }) => string;
        reactivated: (values: { who: string; about: string }) => string;
      };
      channel: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        archived: (values: { who: string; about: string }) => string;
        topic_deleted: (values: { who: string; about: string }) => string;
      };
      channel_folder: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        reordered: (values: { who: string }) => string;
      };
      default_channel_group: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        deleted: (values: { who: string; about: string }) => string;
      };
      invitation: {
        sent: (values: { who: string; about: string }) => string;
        sent_again: (values: { who: string; about: string }) => string;
        link_made: (values: { who: string }) => string;
        revoked: (values: { who: string; about: string }) => string;
      };
      organization: {
        created: (values: { who: string }) => string;
        settings_changed: (values: { who: string }) => string;
        user_defaults_changed: (values: { who: string }) => string;
        picture_set: (values: { who: string }) => string;
        picture_removed: (values: { who: string }) => string;
        address_changed: (values: { who: string }) => string;
        password_sign_in: (values: { who: string }) => string;
        second_factor: (values: { who: string }) => string;
        uses_chosen: (values: { who: string }) => string;
        checklist_put_away: (values: { who: string }) => string;
        conversations_changed: (values: { who: string }) => string;
        notifications_changed: (values: { who: string }) => string;
        tracking_looks_changed: (values: { who: string }) => string;
        tile_server_set: (values: { who: string }) => string;
        tile_server_removed: (values: { who: string }) => string;
        sms_number_changed: (values: { who: string }) => string;
        precision_changed: (values: { who: string }) => string;
        delegation_made: (values: { who: string }) => string;
        delegation_ended: (values: { who: string }) => string;
        pretend_fleet_made: (values: { who: string }) => string;
        pretend_fleet_removed: (values: { who: string }) => string;
        exported: (values: { who: string }) => string;
        person_exported: (values: { who: string }) => string;
        person_erased: (values: { who: string }) => string;
      };
      linkifier: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        removed: (values: { who: string; about: string }) => string;
        reordered: (values: { who: string }) => string;
      };
      playground: {
        created: (values: { who: string; about: string }) => string;
        removed: (values: { who: string; about: string }) => string;
      };
      profile_field: {
        created: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        deleted: (values: { who: string; about: string }) => string;
        reordered: (values: { who: string }) => string;
      };
      domain: {
        added: (values: { who: string; about: string }) => string;
        changed: (values: { who: string; about: string }) => string;
        removed: (values: { who: string; about: string }) => string;
      };
      emoji: {
        added: (values: { who: string; about: string }) => string;
        removed: (values: { who: string; about: string }) => string;
      };
      export: {
        requested: (values: { who: string }) => string;
        deleted: (values: { who: string }) => string;
      };
      messages: {
        restored: (values: { who: string }) => string;
      };
      backup: {
        made: (values: { who: string }) => string;
        restored: (values: { who: string }) => string;
      };
    };
    details: {
      with: string;
      keys: string;
      role: string;
      email: string;
      name: string;
      description: string;
      status: string;
      colour: string;
      phone: string;
      showPhotos: string;
      showPicture: string;
      teams: string;
      members: string;
      label: string;
      kind: string;
      reason: string;
      address: string;
      of: string;
      isAllowed: string;
    };
    values: {
      password: string;
      provider: string;
      link: string;
      session: string;
      owner: string;
      administrator: string;
      moderator: string;
      member: string;
      guest: string;
      full: string;
      "read-only": string;
      "wrong code": string;
      nobody: string;
      staff: string;
      everyone: string;
    };
    columns: {
      what: string;
      where: string;
      time: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/bots' {
  export type Words = {
    lead: string;
    columns: {
      bot: string;
      type: string;
      owner: string;
      used: string;
      tools: string;
    };
    types: {
      1: string;
      2: string;
      3: string;
      4: string;
    } & { readonly [code: number]: string | undefined };
    isOff: string;
    nobody: string;
    unused: string;
    none: string;
    noneText: string;
    toOwn: string;
    turnOff: string;
    turnOn: string;
    offTitle: (values: { name: string }) => string;
    offText: string;
    onTitle: (values: { name: string }) => string;
    onText: string;
    didTurnOff: (values: { name: string }) => string;
    didTurnOn: (values: { name: string }) => string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/channels' {
  export type Words = {
    lead: string;
    searchLabel: string;
    columns: {
      channel: string;
      state: string;
      people: string;
      isDefault: string;
      tools: string;
    };
    public: string;
    private: string;
    web: string;
    makeDefault: (values: { name: string }) => string;
    isDefault: (values: { name: string }) => string;
    isNoDefault: (values: { name: string }) => string;
    none: string;
    noneText: string;
    noMatch: string;
    make: string;
    description: string;
    privateTick: string;
    privateHint: string;
    made: (values: { name: string }) => string;
    more: (values: { name: string }) => string;
    rename: string;
    archive: string;
    archiveTitle: (values: { name: string }) => string;
    archiveText: string;
    didArchive: (values: { name: string }) => string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/emoji' {
  export type Words = {
    lead: string;
    columns: {
      emoji: string;
      author: string;
      tools: string;
    };
    unknown: string;
    none: string;
    noneText: string;
    add: string;
    added: (values: { name: string }) => string;
    more: (values: { name: string }) => string;
    rename: string;
    renameTitle: (values: { name: string }) => string;
    renameText: string;
    nameHint: string;
    picture: string;
    pictureHint: string;
    remove: string;
    removeTitle: (values: { name: string }) => string;
    removeText: string;
    removed: (values: { name: string }) => string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/exports' {
  export type Words = {
    lead: string;
    columns: {
      kind: string;
      time: string;
      state: string;
      tools: string;
    };
    none: string;
    noneText: string;
    start: string;
    started: string;
    public: string;
    withConsent: string;
    consents: (values: { all: number; count: number }) => string;
    ownersOnly: string;
    states: {
      running: string;
      failed: string;
      deleted: string;
      ownersOnly: string;
    };
    download: string;
    delete: string;
    deleteTitle: string;
    deleteText: string;
    deleted: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/fields' {
  export type Words = {
    lead: string;
    columns: {
      field: string;
      type: string;
      who: string;
      tools: string;
    };
    none: string;
    noneText: string;
    make: string;
    made: (values: { name: string }) => string;
    edit: string;
    key: string;
    keyHint: string;
    description: string;
    type: string;
    types: {
      single_line_text_field: string;
      multi_line_text_field: string;
      boolean: string;
      integer: string;
      decimal: string;
      date: string;
      url: string;
      Url: string;
    };
    list: string;
    listOf: (values: { type: string }) => string;
    required: string;
    isRequired: string;
    who: {
      admin: string;
      api: string;
      worker: string;
    };
    seenBy: string;
    writtenBy: string;
    more: (values: { name: string }) => string;
    delete: string;
    deleteTitle: (values: { name: string }) => string;
    deleteText: string;
    deleted: (values: { name: string }) => string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/groups' {
  export type Words = {
    lead: string;
    columns: {
      group: string;
      people: string;
      tools: string;
    };
    none: string;
    noneText: string;
    make: string;
    made: (values: { name: string }) => string;
    description: string;
    back: string;
    gone: string;
    goneText: string;
    members: (values: { count: number }) => string;
    people: string;
    noMembers: string;
    add: string;
    addLabel: string;
    find: string;
    nobody: string;
    added: (values: { name: string }) => string;
    isIn: string;
    removed: (values: { name: string }) => string;
    edit: string;
    permissions: string;
    permissionsLead: string;
    deactivate: string;
    deactivateTitle: (values: { name: string }) => string;
    deactivateText: string;
    deactivated: (values: { name: string }) => string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/imports' {
  export type Words = {
    lead: string;
    moveIn: string;
    several: string;
    empty: string;
    emptyText: string;
    programs: {
      slack: string;
      onfleet: string;
      zulip: string;
      mattermost: string;
      hubbub: string;
      csv: string;
    };
    people: string;
    waiting: (values: { count: number }) => string;
    withoutAddress: (values: { count: number }) => string;
    invite: (values: { count: number }) => string;
    inviteTitle: string;
    inviteText: string;
    invited: (values: { count: number }) => string;
    state: string;
    progress: string;
    times: string;
    phases: {
      uploading: string;
      reading: string;
      checked: string;
      writing: string;
      ended: string;
      failed: string;
    };
    counted: (values: { done: number; total: number }) => string;
    uncounted: string;
    stepped: (values: { time: string }) => string;
    ended: (values: { time: string }) => string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/incoming' {
  export type Words = {
    lead: string;
    how: string;
    columns: {
      name: string;
      events: string;
      address: string;
    };
    everything: string;
    addressOf: (values: { service: string }) => string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/invite' {
  export type Words = {
    title: string;
    nothing: string;
    ways: {
      mail: string;
      link: string;
      dispatcher: string;
      worker: string;
    };
    emails: string;
    emailsHint: string;
    role: string;
    send: string;
    sent: (values: { count: number }) => string;
    invited: (values: { email: string }) => string;
    makeLink: string;
    linkLead: string;
    linkMade: string;
    link: string;
    holds: string;
    days: (values: { days: number }) => string;
    readOnly: string;
    readOnlyHint: string;
    dispatcherTalks: string;
    worker: string;
    toWorkers: string;
    lead: string;
    columns: {
      whom: string;
      as: string;
      ends: string;
      tools: string;
    };
    none: string;
    noneText: string;
    byLink: string;
    invitedAt: (values: { when: string }) => string;
    noEnd: string;
    resend: string;
    resent: (values: { email: string }) => string;
    showLink: string;
    revoke: string;
    revokeTitle: (values: { whom: string }) => string;
    revokeLinkTitle: string;
    revokeText: string;
    revoked: string;
    more: string;
    waiting: string;
    waitingLead: string;
    selection: {
      title: string;
      count: (values: { count: number }) => string;
      resendTitle: (values: { count: number }) => string;
      resendText: string;
      resendWaitingText: string;
      resent: (values: { count: number }) => string;
      revokeTitle: (values: { count: number }) => string;
      revokeText: string;
      revoked: (values: { count: number }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/keys' {
  export type Words = {
    lead: string;
    columns: {
      name: string;
      made: string;
      used: string;
      tools: string;
    };
    unnamed: string;
    since: (values: { day: string }) => string;
    unused: string;
    used: string;
    make: string;
    label: string;
    labelHint: string;
    made: string;
    madeText: string;
    none: string;
    noneText: string;
    revoke: string;
    revokeTitle: (values: { name: string }) => string;
    revokeText: string;
    revoked: string;
    secret: string;
    nextLabel: string;
    states: {
      unseen: string;
      known: string;
      changing: string;
    };
    show: string;
    reason: string;
    reasonHint: string;
    begin: string;
    confirm: string;
    cancel: string;
    ended: {
      confirm: string;
      cancel: string;
    };
    shown: string;
    current: string;
    next: string;
    selection: {
      title: string;
      count: (values: { count: number }) => string;
      revokeTitle: (values: { count: number }) => string;
      revoked: (values: { count: number }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/links' {
  export type Words = {
    lead: string;
    linkifiers: {
      title: string;
      lead: string;
      none: string;
      columns: {
        pattern: string;
        template: string;
        tools: string;
      };
      add: string;
      added: string;
      more: (values: { pattern: string }) => string;
      edit: string;
      up: string;
      down: string;
      remove: string;
      removeTitle: (values: { pattern: string }) => string;
      removeText: string;
      removed: string;
      patternHint: string;
      templateHint: string;
      example: string;
      reverse: string;
      reverseHint: string;
    };
    trial: {
      title: string;
      hint: string;
      run: string;
    };
    playgrounds: {
      title: string;
      lead: string;
      none: string;
      columns: {
        name: string;
        template: string;
        tools: string;
      };
      add: string;
      added: (values: { name: string }) => string;
      tryIn: (values: { name: string }) => string;
      code: string;
      codeHint: string;
      language: string;
      languageHint: string;
      templateHint: string;
      removeTitle: (values: { name: string }) => string;
      removeText: string;
      removed: (values: { name: string }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/map' {
  export type Words = {
    lead: string;
    title: string;
    outline: string;
    file: string;
    missing: string;
    name: string;
    attribution: string;
    zooms: string;
    how: string;
    toMap: string;
    source: string;
    command: string;
    serverTitle: string;
    serverLead: string;
    sent: string;
    keyNote: string;
    service: string;
    services: {
      openfreemap: string;
      protomaps: string;
      maptiler: string;
      own: string;
    };
    key: string;
    address: string;
    addressHint: string;
    schema: string;
    use: string;
    turnOff: string;
    turnedOff: string;
    turnedOn: string;
    onlyOwners: string;
    problems: {
      unreadable: string;
      insecure: string;
      host: string;
      credentials: string;
      placeholders: string;
      tooLong: string;
      key: string;
    };
    credit: string;
    creditHint: string;
    fromServer: (values: { host: string }) => string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/messages' {
  export type Words = {
    lead: string;
    mail: string;
    sms: string;
    mailSent: (values: { from: string }) => string;
    mailNotSent: string;
    smsSent: (values: { provider: string }) => string;
    smsNotSent: string;
    setByOperator: string;
    testMail: string;
    testSms: string;
    tested: (values: { recipient: string }) => string;
    outbox: string;
    none: string;
    noneText: string;
    again: string;
    columns: {
      to: string;
      state: string;
      made: string;
    };
    attempts: (values: { count: number }) => string;
    states: {
      queued: string;
      sending: string;
      sent: string;
      delivered: string;
      failed: string;
      unknown: string;
      skipped: string;
      stored: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/newcomers' {
  export type Words = {
    lead: string;
    welcome: {
      title: string;
      lead: string;
      text: string;
      hint: string;
      test: string;
      sent: string;
    };
    channels: {
      title: string;
      lead: string;
      none: string;
      change: string;
    };
    defaults: {
      title: string;
      lead: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/organization' {
  export type Words = {
    lead: string;
    general: string;
    description: string;
    descriptionHint: string;
    rules: string;
    uniqueNames: string;
    readReceipts: string;
    editing: string;
    digests: string;
    photoLocations: string;
    publicReading: string;
    searchEngines: string;
    retention: string;
    retentionHint: string;
    ownersOnly: string;
    domains: string;
    domainsLead: string;
    restrict: string;
    noDomains: string;
    domain: string;
    subdomains: string;
    withSubdomains: string;
    addDomain: string;
    removeDomain: (values: { domain: string }) => string;
    signIn: string;
    signInLead: string;
    passwords: string;
    providers: string;
    noProviders: string;
    setByOperator: string;
    secondFactor: string;
    secondFactorToo: string;
    secondFactorNot: string;
    factorOf: string;
    factorOfHint: string;
    factorDemands: {
      nobody: string;
      staff: string;
      everyone: string;
    };
    deliveries: string;
    country: string;
    timezone: string;
    deliveriesHint: string;
    language: string;
    languageHint: string;
    logo: string;
    logoHint: string;
    logoNow: string;
    chooseLogo: string;
    removeLogo: string;
    notices: {
      title: string;
      lead: string;
      none: string;
      unseen: string;
      names: {
        moderation_request_channel_id: string;
        new_stream_announcements_stream_id: string;
        signup_announcements_stream_id: string;
      };
      hints: {
        moderation_request_channel_id: string;
        new_stream_announcements_stream_id: string;
        signup_announcements_stream_id: string;
      };
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/people' {
  export type Words = {
    lead: string;
    leadChat: string;
    searchLabel: string;
    kind: string;
    kinds: {
      all: string;
      chat: string;
      guests: string;
      administrators: string;
      workers: string;
      invited: string;
      deactivated: string;
    };
    count: (values: { count: number }) => string;
    shown: (values: { shown: string; total: string }) => string;
    none: string;
    noneText: string;
    showAll: string;
    columns: {
      person: string;
      chat: string;
      deliveries: string;
      used: string;
    };
    deactivated: string;
    dispatcher: string;
    dispatchOwner: string;
    readOnly: string;
    invited: string;
    worker: string;
    back: string;
    you: string;
    gone: string;
    goneText: string;
    signIn: string;
    verified: string;
    unverified: string;
    password: string;
    noPassword: string;
    secondFactor: string;
    sessions: string;
    browsers: (values: { count: number }) => string;
    lastUsed: string;
    endSessions: string;
    endOthers: string;
    endTitle: (values: { name: string }) => string;
    endText: string;
    ended: (values: { name: string }) => string;
    sendReset: string;
    resetSent: (values: { email: string }) => string;
    chat: string;
    role: string;
    roleHint: {
      100: string;
      200: string;
      300: string;
      400: string;
      600: string;
    } & { readonly [code: number]: string | undefined };
    change: string;
    changed: (values: { name: string; role: string }) => string;
    ownRole: string;
    deactivate: string;
    deactivateTitle: (values: { name: string }) => string;
    deactivateText: string;
    deactivateOwn: string;
    didDeactivate: (values: { name: string }) => string;
    reactivate: string;
    didReactivate: (values: { name: string }) => string;
    isDeactivated: string;
    notInChat: string;
    deliveries: string;
    access: string;
    accessOwner: string;
    accessFull: string;
    accessRead: string;
    accessInvited: string;
    makeReadOnly: string;
    makeFull: string;
    removeDispatcher: string;
    removeTitle: (values: { name: string }) => string;
    removeText: string;
    removed: (values: { name: string }) => string;
    notInDispatch: string;
    makeDispatcher: string;
    madeDispatcher: (values: { email: string }) => string;
    workerText: string;
    workerInvited: string;
    openWorker: string;
    seesNoDispatch: string;
    invite: string;
    selection: {
      title: string;
      count: (values: { count: number }) => string;
      endTitle: (values: { count: number }) => string;
      ended: (values: { count: number }) => string;
      deactivateTitle: (values: { count: number }) => string;
      deactivated: (values: { count: number }) => string;
      refused: (values: { count: number; reason: string }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/permissions' {
  export type Words = {
    lead: string;
    ownersOnly: string;
    parts: {
      people: string;
      channels: string;
      messages: string;
      direct: string;
    };
    names: {
      can_invite_users_group: string;
      create_multiuse_invite_group: string;
      can_access_all_users_group: string;
      can_create_groups: string;
      can_manage_all_groups: string;
      can_create_bots_group: string;
      can_add_custom_emoji_group: string;
      can_create_public_channel_group: string;
      can_create_private_channel_group: string;
      can_create_web_public_channel_group: string;
      can_add_subscribers_group: string;
      can_set_topics_policy_group: string;
      can_set_delete_message_policy_group: string;
      can_mention_many_users_group: string;
      can_move_messages_between_topics_group: string;
      can_move_messages_between_channels_group: string;
      can_resolve_topics_group: string;
      can_delete_own_message_group: string;
      can_delete_any_message_group: string;
      direct_message_initiator_group: string;
      direct_message_permission_group: string;
    };
    sentences: {
      can_invite_users_group: (values: { count: number; who: string }) => string;
      create_multiuse_invite_group: (values: { count: number; who: string }) => string;
      can_access_all_users_group: (values: { count: number; who: string }) => string;
      can_create_groups: (values: { count: number; who: string }) => string;
      can_manage_all_groups: (values: { count: number; who: string }) => string;
      can_create_bots_group: (values: { count: number; who: string }) => string;
      can_add_custom_emoji_group: (values: { count: number; who: string }) => string;
      can_create_public_channel_group: (values: { count: number; who: string }) => string;
      can_create_private_channel_group: (values: { count: number; who: string }) => string;
      can_create_web_public_channel_group: (values: { count: number; who: string }) => string;
      can_add_subscribers_group: (values: { count: number; who: string }) => string;
      can_set_topics_policy_group: (values: { count: number; who: string }) => string;
      can_set_delete_message_policy_group: (values: { count: number; who: string }) => string;
      can_mention_many_users_group: (values: { count: number; who: string }) => string;
      can_move_messages_between_topics_group: (values: { count: number; who: string }) => string;
      can_move_messages_between_channels_group: (values: { count: number; who: string }) => string;
      can_resolve_topics_group: (values: { count: number; who: string }) => string;
      can_delete_own_message_group: (values: { count: number; who: string }) => string;
      can_delete_any_message_group: (values: { count: number; who: string }) => string;
      direct_message_initiator_group: (values: { count: number; who: string }) => string;
      direct_message_permission_group: (values: { count: number; who: string }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/server' {
  export type Words = {
    lead: string;
    version: string;
    address: string;
    noAddress: string;
    files: string;
    filesOf: (values: { used: string; quota: string }) => string;
    well: string;
    unwell: string;
    several: string;
    state: string;
    states: {
      ok: string;
      warn: string;
      fail: string;
    };
    missing: string;
    lacks: {
      publicUrl: string;
      https: string;
      mail: string;
      sms: string;
    };
    again: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/sessions' {
  export type Words = {
    lead: string;
    columns: {
      who: string;
      browser: string;
      used: string;
      tools: string;
    };
    current: string;
    shared: string;
    since: (values: { day: string }) => string;
    end: string;
    endTitle: (values: { name: string; browser: string }) => string;
    endText: string;
    ended: string;
    own: string;
    toOwn: string;
    selection: {
      title: string;
      count: (values: { count: number }) => string;
      endTitle: (values: { count: number }) => string;
      endText: string;
      ended: (values: { count: number }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:admin/tracking' {
  export type Words = {
    lead: string;
    appearance: string;
    colour: string;
    ownColour: string;
    phone: string;
    phoneHint: string;
    photos: string;
    picture: string;
    preview: string;
    sample: {
      arriving: string;
      stops: string;
      driver: string;
      call: string;
      photo: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/catch-up' {
  export type Words = {
    left: (values: { count: number; places: number }) => string;
    done: string;
    end: string;
    empty: {
      title: string;
      text: string;
      recent: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/channel-form' {
  export type Words = {
    create: string;
    name: string;
    description: string;
    descriptionHint: string;
    preview: string;
    folder: string;
    noFolder: string;
    newFolder: string;
    folderName: string;
    folderHint: string;
    createFolder: string;
    privacy: {
      title: string;
      names: {
        public: string;
        shared: string;
        protected: string;
        web: string;
      };
      texts: {
        public: string;
        shared: string;
        protected: string;
        web: string;
      };
    };
    subscribers: string;
    subscribersHint: string;
    peopleOfChannel: (values: { count: number }) => string;
    announce: string;
    whoMay: string;
    choose: string;
    hereAlso: (values: { count: number; who: string }) => string;
    mayNotCreate: {
      title: string;
      text: string;
    };
    permissionNames: {
      can_send_message_group: string;
      can_subscribe_group: string;
      can_add_subscribers_group: string;
      can_remove_subscribers_group: string;
      can_administer_channel_group: string;
      can_resolve_topics_group: string;
      can_move_messages_within_channel_group: string;
      can_move_messages_out_of_channel_group: string;
      can_delete_own_message_group: string;
      can_delete_any_message_group: string;
    };
    permissions: {
      can_send_message_group: (values: { count: number; who: string }) => string;
      can_subscribe_group: (values: { count: number; who: string }) => string;
      can_add_subscribers_group: (values: { count: number; who: string }) => string;
      can_remove_subscribers_group: (values: { count: number; who: string }) => string;
      can_administer_channel_group: (values: { count: number; who: string }) => string;
      can_resolve_topics_group: (values: { count: number; who: string }) => string;
      can_move_messages_within_channel_group: (values: { count: number; who: string }) => string;
      can_move_messages_out_of_channel_group: (values: { count: number; who: string }) => string;
      can_delete_own_message_group: (values: { count: number; who: string }) => string;
      can_delete_any_message_group: (values: { count: number; who: string }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/channel-settings' {
  export type Words = {
    title: string;
    feed: string;
    isArchived: string;
    tabs: {
      general: string;
      permissions: string;
      subscribers: string;
      own: string;
    };
    save: string;
    nameAndText: string;
    about: string;
    noDescription: string;
    privacy: string;
    changePrivacy: string;
    opens: string;
    closes: string;
    onlyReaders: string;
    order: string;
    topics: string;
    topicsLocked: string;
    topicsPolicies: {
      allow_empty_topic: string;
      disable_empty_topic: string;
      empty_topic_only: string;
    };
    asOrganization: (values: { what: string }) => string;
    retention: string;
    retentionLocked: string;
    forever: string;
    forDays: (values: { count: number }) => string;
    someDays: string;
    days: string;
    olderGo: string;
    created: string;
    createdBy: (values: { date: string; name: string }) => string;
    mail: string;
    mailText: string;
    showAddress: string;
    noMail: string;
    archive: string;
    archiveText: string;
    archiveNamed: (values: { name: string }) => string;
    archiveQuestion: string;
    bringBackTitle: string;
    bringBackText: string;
    bringBack: string;
    permissionsText: string;
    onlyThese: (values: { count: number; who: string }) => string;
    searchSubscribers: string;
    addPeople: string;
    mayNotAdd: string;
    nobodyThere: string;
    guest: string;
    bot: string;
    remove: string;
    removeNamed: (values: { name: string }) => string;
    removed: (values: { name: string }) => string;
    whom: string;
    whomHint: string;
    add: string;
    added: (values: { count: number }) => string;
    allThere: string;
    notSubscribed: string;
    subscribe: string;
    left: string;
    color: string;
    otherColor: string;
    colors: {
      blue: string;
      orange: string;
      green: string;
      violet: string;
      yellow: string;
      turquoise: string;
      red: string;
      grey: string;
    };
    pin: string;
    mute: string;
    muteHint: string;
    notifications: string;
    notificationsText: string;
    kinds: {
      desktop_notifications: string;
      audible_notifications: string;
      push_notifications: string;
      email_notifications: string;
      wildcard_mentions_notify: string;
    };
    asInSettings: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/channels' {
  export type Words = {
    count: (values: { count: number }) => string;
    create: string;
    search: string;
    filters: {
      subscribed: string;
      others: string;
      public: string;
      private: string;
      archived: string;
    };
    order: string;
    orders: {
      name: string;
      people: string;
      traffic: string;
    };
    none: {
      title: string;
      text: string;
    };
    noMatch: {
      title: string;
      text: string;
    };
    clear: string;
    private: string;
    people: (values: { count: number }) => string;
    traffic: (values: { count: number }) => string;
    subscribe: string;
    subscribed: string;
    unsubscribe: string;
    subscribeTo: (values: { name: string }) => string;
    unsubscribeFrom: (values: { name: string }) => string;
    byInvitation: string;
    settingsOf: (values: { name: string }) => string;
    leave: {
      title: (values: { name: string }) => string;
      text: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/chat' {
  export type Words = {
    title: string;
    navigation: string;
    more: string;
    rest: string;
    screens: {
      inbox: string;
      "catch-up": string;
      recent: string;
      all: string;
      mentions: string;
      starred: string;
      reactions: string;
      own: string;
      drafts: string;
      scheduled: string;
      reminders: string;
      channels: string;
      settings: string;
      search: string;
      people: string;
    };
    noTopic: string;
    message: string;
    send: string;
    markedRead: (values: { count: number }) => string;
    nothingUnread: string;
    topicMuted: string;
    topicUnmuted: string;
    titleWithUnread: (values: { count: string; title: string }) => string;
    signOutOffline: string;
    status: string;
    invisible: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/composer' {
  export type Words = {
    target: (values: { target: string }) => string;
    topic: (values: { channel: string; topic: string }) => string;
    yourself: string;
    placeholder: string;
    hint: {
      enter: string;
      modEnter: (values: { mod: string }) => string;
      change: string;
    };
    left: (values: { count: number }) => string;
    tooLong: (values: { count: number }) => string;
    tall: string;
    short: string;
    format: {
      show: string;
      bold: string;
      italic: string;
      strike: string;
      code: string;
      link: string;
      bullets: string;
      numbers: string;
      quote: string;
      spoiler: string;
      math: string;
      table: string;
    };
    refused: {
      archived: (values: { channel: string }) => string;
      noPermission: (values: { channel: string }) => string;
      notSubscribed: (values: { channel: string }) => string;
      gone: string;
      deactivated: (values: { name: string }) => string;
      directOff: string;
      topicsRequired: string;
    };
    completions: {
      mention: string;
      channel: string;
      topic: string;
      message: string;
      emoji: string;
      time: string;
      command: string;
      language: string;
      notHere: string;
      bot: string;
      guest: string;
      group: (values: { count: number }) => string;
      all: (values: { count: number }) => string;
      inTopic: string;
      pickTime: string;
      snippet: string;
      topicsOf: string;
      messagesOf: string;
      me: string;
      task: string;
      assign: string;
      where: string;
      eta: string;
      poll: string;
      todo: string;
      worker: string;
      tasksOf: (values: { count: number }) => string;
      offDuty: string;
    };
    times: {
      soon: (values: { time: string }) => string;
      today: (values: { time: string }) => string;
      tomorrow: (values: { time: string }) => string;
      monday: (values: { time: string }) => string;
      at: (values: { time: string }) => string;
    };
    many: (values: { count: number }) => string;
    manyRefused: string;
    sendAnyway: string;
    keepWriting: string;
    outside: (values: { count: number; names: string; channel: string }) => string;
    subscribe: string;
    writeTo: (values: { target: string }) => string;
    said: string;
    typing: (values: { count: number; names: string }) => string;
    manyType: string;
    edit: {
      title: string;
      save: string;
      left: (values: { time: string }) => string;
      over: string;
      conflict: string;
      takeTheirs: string;
      keepMine: string;
    };
    start: {
      topic: string;
      direct: string;
      channel: string;
      topicField: string;
      topicHint: string;
      new: (values: { topic: string }) => string;
      people: string;
      peopleHint: string;
      you: (values: { name: string }) => string;
      remove: (values: { name: string }) => string;
      open: string;
      toDirect: string;
      toTopic: string;
      text: string;
    };
    files: {
      attach: (values: { size: number }) => string;
      choose: string;
      tooLarge: (values: { size: number }) => string;
      failed: (values: { name: string; reason: string }) => string;
      interrupted: string;
      elsewhere: (values: { name: string }) => string;
      remove: string;
      drop: (values: { target: string }) => string;
    };
    preview: {
      title: string;
    };
    emoji: {
      title: string;
      search: string;
    };
    more: string;
    snippet: (values: { title: string }) => string;
    time: {
      insert: string;
      use: string;
    };
    call: {
      insert: string;
      join: string;
    };
    later: {
      title: string;
      send: string;
      moment: string;
      zone: string;
      past: string;
      done: (values: { time: string }) => string;
      empty: string;
      uploading: string;
    };
    widget: {
      poll: string;
      todo: string;
      form: string;
      newPoll: string;
      newTodo: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/conversation' {
  export type Words = {
    topics: string;
    people: (values: { count: number }) => string;
    groupOf: (values: { count: number }) => string;
    notes: string;
    resolve: string;
    reopen: string;
    follow: string;
    markRead: string;
    muteTopic: string;
    unmuteTopic: string;
    muteChannel: string;
    unmuteChannel: string;
    pin: string;
    unpin: string;
    mutePerson: (values: { name: string }) => string;
    unmutePerson: (values: { name: string }) => string;
    subscribe: string;
    unsubscribe: string;
    settings: string;
    copyLink: string;
    missing: string;
    lost: (values: { channel: string }) => string;
    archived: (values: { channel: string }) => string;
    notSubscribed: (values: { channel: string }) => string;
    moved: (values: { channel: string; topic: string }) => string;
    goThere: string;
    addView: string;
    removeView: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/data' {
  export type Words = {
    isArchived: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/drafts' {
  export type Words = {
    nowhere: string;
    topicOf: (values: { channel: string; topic: string }) => string;
    draftsLead: string;
    noDrafts: string;
    continue: string;
    sendNow: string;
    filesMissing: string;
    delete: string;
    sent: string;
    deleted: string;
    changeTime: string;
    time: string;
    failed: string;
    noScheduled: string;
    scheduledText: string;
    noReminders: string;
    remindersText: string;
    open: string;
    toConversation: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/inbox' {
  export type Words = {
    lead: (values: { count: number }) => string;
    direct: string;
    readAll: string;
    readAllOf: (values: { name: string }) => string;
    readOf: (values: { name: string }) => string;
    mentioned: string;
    empty: {
      title: string;
      text: string;
      recent: string;
    };
    firstWeek: {
      title: string;
      picture: string;
      pictureText: string;
      status: string;
      statusText: string;
      message: string;
      messageText: string;
      done: string;
      dismiss: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/left' {
  export type Words = {
    filter: string;
    start: string;
    moreViews: string;
    direct: string;
    allDirect: (values: { count: number }) => string;
    channels: string;
    pinned: string;
    inactive: string;
    private: string;
    muted: string;
    followed: string;
    mentioned: string;
    allTopics: string;
    arrange: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/list' {
  export type Words = {
    label: string;
    loadingOlder: string;
    loadingNewer: string;
    begin: string;
    today: string;
    yesterday: string;
    unread: string;
    newBelow: (values: { count: number }) => string;
    announced: (values: { count: number; names: string }) => string;
    empty: {
      conversation: string;
      conversationText: string;
      feedText: string;
      start: string;
      own: string;
      ownText: string;
      mentions: string;
      mentionsText: string;
      starred: string;
      starredText: string;
      reactions: string;
      reactionsText: string;
      search: string;
      searchText: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/message' {
  export type Words = {
    row: {
      edited: string;
      editedAt: (values: { time: string }) => string;
      moved: string;
      movedAt: (values: { time: string }) => string;
      bot: string;
      guest: string;
      linked: string;
      muted: string;
      showMuted: string;
      fold: string;
      unfold: string;
      you: string;
      direct: (values: { names: string }) => string;
      toOneself: string;
    };
    pending: {
      waiting: string;
      takeBack: string;
      refused: string;
      retry: string;
      edit: string;
      drop: string;
    };
    pendingEdit: {
      waiting: string;
      refused: string;
      changed: string;
    };
    tools: {
      label: string;
      react: string;
      reply: string;
      star: string;
      unstar: string;
      more: string;
      edit: string;
    };
    reactions: {
      pill: (values: { names: string; emoji: string }) => string;
      others: (values: { count: number }) => string;
      title: string;
      picker: string;
      search: string;
      none: (values: { query: string }) => string;
      recent: string;
      own: string;
      results: string;
      all: string;
    };
    picture: {
      open: (values: { name: string }) => string;
      title: string;
      previous: string;
      next: string;
      zoomIn: string;
      zoomOut: string;
      original: string;
      download: string;
      count: (values: { at: number; count: number }) => string;
    };
    code: {
      copy: string;
      copied: string;
      notCopied: string;
      wrap: string;
      run: string;
      runIn: (values: { name: string }) => string;
    };
    spoiler: {
      named: string;
      plain: string;
    };
    menu: {
      quote: string;
      forward: string;
      edit: string;
      editUntil: (values: { left: string }) => string;
      move: string;
      resolve: string;
      reopen: string;
      star: string;
      unstar: string;
      unread: string;
      copyLink: string;
      copyText: string;
      source: string;
      reactions: string;
      remind: string;
      report: string;
      mute: (values: { name: string }) => string;
      unmute: (values: { name: string }) => string;
      delete: string;
      deleteTopic: string;
      history: string;
      receipts: string;
    };
    whyNot: {
      editingOff: string;
      editTime: string;
      deleteTime: string;
      archived: string;
      noReactions: string;
    };
    copied: {
      link: string;
      text: string;
      not: (values: { text: string }) => string;
    };
    done: {
      unread: string;
      reported: string;
      reminded: (values: { time: string }) => string;
      muted: (values: { name: string }) => string;
      unmuted: (values: { name: string }) => string;
      deleted: string;
      willBeDeleted: string;
      topicDeleted: string;
      topicPartlyDeleted: string;
      moved: (values: { count: number }) => string;
      movedTopic: string;
      willBeMoved: string;
      resolved: string;
      reopened: string;
      goThere: string;
    };
    delete: {
      title: string;
      text: string;
      confirm: string;
      topicTitle: (values: { topic: string }) => string;
      topicText: string;
      topicConfirm: string;
    };
    move: {
      title: string;
      channel: string;
      topic: string;
      which: string;
      one: string;
      later: string;
      all: string;
      noticeOld: string;
      noticeNew: string;
      confirm: string;
      nothing: string;
      partly: (values: { allowed: number; all: number }) => string;
      movePart: string;
    };
    source: {
      title: string;
      copy: string;
    };
    remind: {
      title: string;
      when: string;
      hour: string;
      evening: (values: { time: string }) => string;
      tomorrow: (values: { time: string }) => string;
      monday: (values: { time: string }) => string;
      chosen: string;
      at: string;
      note: string;
      confirm: string;
      past: string;
    };
    report: {
      title: string;
      text: string;
      why: string;
      reasons: {
        spam: string;
        harassment: string;
        inappropriate: string;
        norms: string;
        other: string;
      };
      description: string;
      needed: string;
      confirm: string;
    };
    history: {
      title: string;
      written: string;
      edited: string;
      moved: string;
      topic: (values: { from: string; to: string }) => string;
      channel: (values: { from: string; to: string }) => string;
      otherChannel: string;
      somebody: string;
    };
    receipts: {
      title: string;
      count: (values: { count: number }) => string;
      note: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/notify' {
  export type Words = {
    offer: string;
    turnOn: string;
    turnOff: string;
    notNow: string;
    denied: string;
    hidden: string;
    here: {
      on: string;
      off: string;
      none: string;
      offText: string;
      always: string;
      whileOpen: string;
    };
    test: {
      send: string;
      title: string;
      text: string;
      sent: string;
    };
    rest: {
      open: string;
      title: string;
      text: string;
      until: (values: { time: string }) => string;
      started: (values: { time: string }) => string;
      ended: string;
      end: string;
      action: string;
      times: {
        halfHour: string;
        hour: string;
        tomorrow: (values: { time: string }) => string;
        monday: (values: { time: string }) => string;
        choose: string;
      };
    };
    worker: {
      hidden: string;
      task: string;
      taskText: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/palette' {
  export type Words = {
    view: string;
    command: string;
    direct: string;
    person: string;
    channel: string;
    findMessages: (values: { query: string }) => string;
    findTasks: (values: { query: string }) => string;
    createChannel: string;
    markAllRead: string;
    people: string;
    invisible: string;
    visible: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/pane' {
  export type Words = {
    title: string;
    open: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/parts' {
  export type Words = {
    noAccount: {
      title: string;
      text: (values: { organization: string }) => string;
      home: string;
    };
    signOut: {
      title: string;
      text: (values: { count: number }) => string;
      stay: string;
      leave: string;
    };
    gone: {
      title: string;
      text: string;
      home: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/people' {
  export type Words = {
    search: string;
    kinds: {
      team: string;
      guests: string;
      bots: string;
      deactivated: string;
    };
    count: (values: { count: number }) => string;
    bots: (values: { count: number }) => string;
    nobody: {
      title: string;
      text: string;
      clear: string;
    };
    you: string;
    deactivated: string;
    botOf: (values: { owner: string }) => string;
    botOfNobody: string;
    tabs: {
      label: string;
      people: string;
      groups: string;
      invitations: string;
    };
    groups: {
      search: string;
      filters: {
        mine: string;
        roles: string;
        deactivated: string;
      };
      make: string;
      noMatch: {
        title: string;
        text: string;
      };
      none: {
        title: string;
        text: string;
      };
      clear: string;
      roleNote: string;
      youAreIn: string;
      gone: {
        title: string;
        text: string;
      };
      all: string;
      members: string;
      permissions: string;
      roleText: string;
      madeBy: (values: { name: string }) => string;
      copyMention: string;
      edit: string;
      save: string;
      deactivate: string;
      reactivate: string;
      more: string;
      leave: string;
      join: string;
      name: string;
      nameHint: string;
      description: string;
      which: string;
      direct: string;
      everybody: (values: { count: number }) => string;
      empty: string;
      remove: (values: { name: string }) => string;
      through: (values: { groups: string }) => string;
      add: string;
      addChosen: (values: { count: number }) => string;
      deactivateTitle: (values: { name: string }) => string;
      deactivateText: string;
      inUse: string;
      uses: {
        title: string;
        none: string;
        partOf: string;
        organization: string;
      };
    };
    permissions: {
      may: (values: { what: string }) => string;
      group: {
        can_manage_group: string;
        can_add_members_group: string;
        can_remove_members_group: string;
        can_join_group: string;
        can_leave_group: string;
        can_mention_group: string;
      };
      channel: {
        can_add_subscribers_group: string;
        can_administer_channel_group: string;
        can_delete_any_message_group: string;
        can_delete_own_message_group: string;
        can_move_messages_out_of_channel_group: string;
        can_move_messages_within_channel_group: string;
        can_remove_subscribers_group: string;
        can_resolve_topics_group: string;
        can_send_message_group: string;
        can_subscribe_group: string;
      };
      realm: {
        realm_can_access_all_users_group: string;
        realm_can_add_custom_emoji_group: string;
        realm_can_add_subscribers_group: string;
        realm_can_create_bots_group: string;
        realm_can_create_groups: string;
        realm_can_create_private_channel_group: string;
        realm_can_create_public_channel_group: string;
        realm_can_create_web_public_channel_group: string;
        realm_can_delete_any_message_group: string;
        realm_can_delete_own_message_group: string;
        realm_can_invite_users_group: string;
        realm_can_manage_all_groups: string;
        realm_can_manage_billing_group: string;
        realm_can_mention_many_users_group: string;
        realm_can_move_messages_between_channels_group: string;
        realm_can_move_messages_between_topics_group: string;
        realm_can_resolve_topics_group: string;
        realm_can_set_delete_message_policy_group: string;
        realm_can_set_topics_policy_group: string;
        realm_can_summarize_topics_group: string;
        realm_create_multiuse_invite_group: string;
        realm_direct_message_initiator_group: string;
        realm_direct_message_permission_group: string;
      };
    };
    invitations: {
      invite: string;
      lead: string;
      none: {
        title: string;
        text: string;
      };
      link: string;
      linkText: string;
      linkLead: string;
      method: string;
      methods: {
        mail: string;
        link: string;
      };
      addresses: string;
      addressesHint: string;
      role: string;
      holds: string;
      days: (values: { days: number }) => string;
      defaults: string;
      channels: string;
      groups: string;
      notify: string;
      send: string;
      sent: (values: { count: number }) => string;
      makeLink: string;
      resend: string;
      resent: string;
      showLink: string;
      revoke: string;
      revokeTitle: (values: { email: string }) => string;
      revokeLinkTitle: string;
      revokeText: string;
      byYou: string;
      by: (values: { name: string }) => string;
      noEnd: string;
      ends: string;
      more: (values: { name: string }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/person' {
  export type Words = {
    owner: string;
    localTime: string;
    email: string;
    groups: string;
    shared: string;
    channels: (values: { count: number }) => string;
    deactivated: string;
    write: string;
    notes: string;
    copyMention: string;
    mute: string;
    unmute: string;
    roles: {
      owner: string;
      administrator: string;
      moderator: string;
      member: string;
      guest: string;
      bot: string;
    };
    invisible: string;
    setStatus: string;
    until: (values: { time: string }) => string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/recent' {
  export type Words = {
    search: string;
    filters: {
      unread: string;
      mine: string;
      mentioned: string;
      followed: string;
      muted: string;
    };
    more: string;
    empty: {
      title: string;
      none: string;
      start: string;
      text: string;
      clear: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/right' {
  export type Words = {
    title: string;
    hide: string;
    scope: string;
    conversation: string;
    channel: string;
    organization: string;
    search: string;
    more: (values: { count: number }) => string;
    nobody: string;
    guest: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/search' {
  export type Words = {
    label: string;
    placeholder: string;
    search: string;
    suggestions: string;
    past: string;
    forget: string;
    help: string;
    examples: {
      from: string;
      in: string;
      topic: string;
      dm: string;
      has: string;
      is: string;
      before: string;
      after: string;
      not: string;
    };
    problems: {
      person: (values: { value: string }) => string;
      channel: (values: { value: string }) => string;
      date: (values: { value: string }) => string;
      number: (values: { value: string }) => string;
      operand: (values: { value: string }) => string;
    };
    try: string;
    atDay: string;
    noDay: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/settings' {
  export type Words = {
    language: {
      name: string;
      browser: string;
      hint: string;
    };
    sections: string;
    profile: {
      title: string;
      text: string;
      name: string;
      save: string;
      saved: string;
      links: {
        account: string;
        password: string;
        factor: string;
        devices: string;
        data: string;
        assistants: string;
      };
    };
    muted: {
      title: string;
      text: string;
      none: string;
      person: string;
      kinds: {
        muted: string;
        unmuted: string;
        followed: string;
      };
      takeBack: string;
      takeBackNamed: (values: { name: string }) => string;
    };
    uploads: {
      title: string;
      text: string;
      none: string;
      used: (values: { size: string }) => string;
      delete: string;
      deleteNamed: (values: { name: string }) => string;
      deleteTitle: (values: { name: string }) => string;
      deleteText: (values: { count: number }) => string;
    };
    alertWords: {
      title: string;
      text: string;
      word: string;
      add: string;
      none: string;
      show: string;
    };
    picture: {
      choose: string;
      remove: string;
      limit: (values: { size: number }) => string;
      saved: string;
      removed: string;
      unreadable: string;
      off: string;
      cut: string;
      move: string;
      zoom: string;
      save: string;
    };
    fields: {
      none: string;
      save: string;
      saved: string;
    };
    bots: {
      title: string;
      text: string;
      none: string;
      mayNot: string;
      make: string;
      name: string;
      shortName: string;
      shortNameHint: string;
      type: string;
      types: {
        1: string;
        2: string;
        3: string;
      } & { readonly [code: number]: string | undefined };
      typeHints: {
        1: string;
        2: string;
        3: string;
      } & { readonly [code: number]: string | undefined };
      address: string;
      addressHint: string;
      more: (values: { name: string }) => string;
      newKey: string;
      deactivate: string;
      ask: {
        key: {
          title: (values: { name: string }) => string;
          text: string;
          action: string;
        };
        deactivate: {
          title: (values: { name: string }) => string;
          text: string;
          action: string;
        };
      };
      key: {
        title: (values: { name: string }) => string;
        text: string;
        email: string;
        key: string;
        download: string;
      };
    };
    leave: {
      heading: string;
      text: string;
      action: string;
      title: (values: { organization: string }) => string;
      question: string;
    };
    channels: {
      title: string;
      text: string;
      none: string;
      channel: string;
      tools: string;
      add: string;
      reset: string;
      resetNamed: (values: { channel: string }) => string;
      kindOf: (values: { kind: string; channel: string }) => string;
      kinds: {
        desktop_notifications: string;
        audible_notifications: string;
        push_notifications: string;
        email_notifications: string;
        wildcard_mentions_notify: string;
      };
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/status' {
  export type Words = {
    title: string;
    text: string;
    placeholder: string;
    chooseEmoji: string;
    emojiNamed: (values: { name: string }) => string;
    empty: string;
    clear: string;
    moment: string;
    past: string;
    until: (values: { time: string }) => string;
    clearNow: string;
    save: string;
    saved: string;
    cleared: string;
    ends: {
      never: string;
      halfHour: string;
      hour: string;
      hours: string;
      today: string;
      week: string;
      choose: string;
    };
    presets: {
      title: string;
      meeting: string;
      road: string;
      lunch: string;
      home: string;
      sick: string;
      vacation: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/task-card' {
  export type Words = {
    label: (values: { shortId: string }) => string;
    task: (values: { shortId: string }) => string;
    open: (values: { shortId: string }) => string;
    window: string;
    from: (values: { time: string }) => string;
    until: (values: { time: string }) => string;
    arrival: string;
    done: string;
    worker: string;
    offDuty: string;
    noPosition: string;
    position: (values: { time: string }) => string;
    failed: string;
    states: {
      0: string;
      1: string;
      2: string;
      3: string;
    } & { readonly [code: number]: string | undefined };
    map: {
      open: string;
      away: (values: { far: string }) => string;
      ended: (values: { far: string }) => string;
    };
    proof: {
      photo: (values: { number: number }) => string;
      signature: string;
      more: (values: { count: number }) => string;
    };
    preview: {
      noTask: string;
      task: string;
      where: string;
      eta: string;
      readOnly: string;
      whom: string;
      looking: string;
      nobody: (values: { name: string }) => string;
      several: (values: { names: string }) => string;
      assign: (values: { count: number; worker: string }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/time-zone' {
  export type Words = {
    offer: (values: { device: string; own: string }) => string;
    change: (values: { device: string }) => string;
    never: string;
    changed: (values: { device: string }) => string;
    notNow: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/topics' {
  export type Words = {
    title: (values: { channel: string }) => string;
    count: (values: { count: number }) => string;
    feed: string;
    search: string;
    order: string;
    orders: {
      newest: string;
      name: string;
      unread: string;
    };
    muted: string;
    followed: string;
    empty: {
      title: string;
      text: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/views' {
  export type Words = {
    title: string;
    lead: string;
    own: string;
    noOwn: string;
    rename: (values: { name: string }) => string;
    remove: (values: { name: string }) => string;
    nameOf: (values: { name: string }) => string;
    saveName: string;
    folders: string;
    foldersLead: string;
    folderUp: (values: { name: string }) => string;
    folderDown: (values: { name: string }) => string;
    dropToPin: string;
    dropToUnpin: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/widget-form' {
  export type Words = {
    poll: string;
    todo: string;
    question: string;
    title: string;
    options: string;
    option: (values: { at: number }) => string;
    tasks: string;
    task: (values: { at: number }) => string;
    taskHint: string;
    needed: string;
    tooLong: (values: { count: number }) => string;
    sendPoll: string;
    sendTodo: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:chat/widgets' {
  export type Words = {
    save: string;
    full: string;
    showAll: (values: { count: number }) => string;
    archived: string;
    poll: {
      kind: string;
      untitled: string;
      question: string;
      edit: string;
      option: string;
      add: string;
      isThere: string;
      empty: string;
      votes: (values: { count: number }) => string;
      voters: (values: { count: number }) => string;
    };
    todo: {
      kind: string;
      untitled: string;
      title: string;
      edit: string;
      task: string;
      description: string;
      add: string;
      isThere: string;
      empty: string;
      done: (values: { done: number; count: number }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/analytics' {
  export type Words = {
    filter: string;
    from: string;
    to: string;
    lastDays: (values: { days: number }) => string;
    today: string;
    worker: string;
    allWorkers: string;
    nothing: string;
    nothingText: string;
    tooLong: (values: { days: number }) => string;
    turned: string;
    totals: string;
    completed: string;
    succeeded: string;
    failed: string;
    onTime: string;
    late: string;
    onTimeHint: string;
    distance: string;
    distanceHint: string;
    perDay: string;
    onTimePerDay: string;
    perHour: string;
    perWorker: string;
    distancePerWorker: string;
    failureReasons: string;
    day: string;
    hour: string;
    reason: string;
    tasks: string;
    table: string;
    csv: string;
    download: (values: { title: string }) => string;
    summary: (values: { title: string; parts: string }) => string;
    otherReason: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/beginning' {
  export type Words = {
    title: string;
    text: string;
    rest: string;
    steps: {
      team: {
        name: string;
        why: string;
        add: string;
      };
      worker: {
        name: string;
        why: string;
        add: string;
      };
      hub: {
        name: string;
        why: string;
        add: string;
      };
      task: {
        name: string;
        why: string;
        add: string;
      };
    };
    done: string;
    pretend: {
      title: string;
      text: string;
      make: string;
      confirm: string;
      confirmText: string;
      made: string;
      label: string;
      here: string;
      remove: string;
      removeTitle: string;
      removeText: string;
      removed: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/dispatch' {
  export type Words = {
    title: string;
    navigation: string;
    screens: {
      inbox: string;
      board: string;
      map: string;
      timeline: string;
      table: string;
      routes: string;
      fleet: string;
      recipients: string;
      analytics: string;
      webhooks: string;
    };
    skip: string;
    find: string;
    newTask: string;
    more: string;
    unassigned: string;
    unknown: string;
    pickup: string;
    failed: string;
    notFound: string;
    countOfTasks: (values: { count: number }) => string;
    listOf: (values: { name: string; count: number }) => string;
    nothingFits: (values: { count: number }) => string;
    nothingToDo: string;
    nothingWaits: string;
    taskStates: {
      0: string;
      1: string;
      2: string;
      3: string;
    } & { readonly [code: number]: string | undefined };
    duty: {
      off: string;
      idle: string;
      active: string;
    };
    setDuty: {
      on: string;
      off: string;
    };
    late: string;
    lateBy: (values: { time: string }) => string;
    becomes: (values: { minutes: string; late: number }) => string;
    away: (values: { distance: string }) => string;
    anyBarcode: string;
    numbers: (values: { waiting: number; assigned: number; late: number }) => string;
    position: {
      none: string;
      age: (values: { time: string }) => string;
      lost: (values: { time: string }) => string;
    };
    window: {
      from: (values: { time: string }) => string;
      until: (values: { time: string }) => string;
      any: string;
    };
    connection: {
      live: string;
      waiting: string;
      asOf: (values: { time: string }) => string;
    };
    noAccess: {
      title: string;
      text: (values: { organization: string }) => string;
      home: string;
    };
    findMessages: (values: { query: string }) => string;
    kinds: {
      screen: string;
      command: string;
      worker: string;
      team: string;
    };
    actors: {
      server: string;
      somebody: string;
      integration: string;
    };
    refusals: {
      offline: (values: { time: string }) => string;
      started: string;
      unreachable: string;
    };
    moves: {
      to: (values: { what: string; whom: string }) => string;
      within: (values: { what: string; whom: string }) => string;
      along: (values: { count: number }) => string;
      nothingToUndo: string;
      undone: (values: { what: string }) => string;
      undoneTo: (values: { what: string; whom: string }) => string;
      undoneToUnassigned: (values: { what: string }) => string;
      notUndone: (values: { what: string }) => string;
      refused: (values: { what: string; reason: string }) => string;
      slower: (values: { what: string; who: string; time: string }) => string;
      movedAfter: (values: { who: string; what: string; whom: string; time: string }) => string;
      repeat: string;
    };
    filter: {
      text: string;
      team: string;
      allTeams: string;
      late: string;
      everybody: string;
      more: string;
      active: (values: { count: number }) => string;
    };
    board: {
      looks: string;
      look: {
        wide: string;
        narrow: string;
        rows: string;
      };
      order: string;
      orders: {
        late: string;
        name: string;
        load: string;
      };
      pin: (values: { name: string }) => string;
      jump: string;
      jumpPlaceholder: string;
      late: (values: { count: number }) => string;
      hits: (values: { shown: number; count: number }) => string;
      folded: (values: { count: number }) => string;
      unfold: string;
      fold: string;
      offDuty: (values: { count: number }) => string;
      nothingFits: string;
      clear: string;
      nothingFitsText: string;
    };
    progress: {
      label: (values: { done: number; total: number }) => string;
      done: (values: { done: number; total: number }) => string;
      next: string;
    };
    selection: {
      label: string;
      count: (values: { count: number }) => string;
      assign: string;
      suggest: string;
      unassign: string;
      clear: string;
    };
    assign: {
      title: (values: { what: string }) => string;
      placeholder: string;
    };
    suggest: {
      title: (values: { what: string }) => string;
      mode: string;
      modes: {
        distance: string;
        load: string;
      };
      several: string;
      assign: string;
      done: (values: { assigned: number; of: number }) => string;
    };
    why: {
      button: string;
      forgotten: string;
      decided: string;
      chosen: (values: { name: string; count: number }) => string;
      nobody: (values: { count: number }) => string;
      notLocated: string;
      isChosen: string;
      numbers: (values: { away: string; travel: string; count: number }) => string;
      refusals: {
        excluded: string;
        notInTeam: string;
        missingSkill: string;
        tooManyTasks: string;
        fartherAway: string;
        moreTravel: string;
        relatedTaskElsewhere: string;
        changedMeanwhile: string;
      };
    };
    task: {
      title: string;
      kind: (values: { shortId: string }) => string;
      changedBy: (values: { name: string }) => string;
      assignment: string;
      reassign: string;
      dependencies: string;
      complete: string;
      fail: string;
      edit: string;
      clone: string;
      delete: string;
      place: string;
      noStreets: string;
      placeWarnings: {
        OTHER_COUNTRY: string;
        POST_BOX: string;
      };
      unplaced: string;
      copyLink: string;
      copied: string;
      notCopied: (values: { link: string }) => string;
      cloned: string;
      deleted: (values: { name: string }) => string;
      deleteTitle: string;
      deleteText: (values: { name: string }) => string;
      completeTitle: string;
      failTitle: string;
      completeText: string;
      completed: (values: { name: string }) => string;
      hasFailed: (values: { name: string }) => string;
      newLike: string;
    };
    fields: {
      language: string;
      recipient: string;
      name: string;
      phone: string;
      address: string;
      street: string;
      number: string;
      apartment: string;
      postalCode: string;
      city: string;
      country: string;
      position: string;
      placeNotes: string;
      window: string;
      after: string;
      before: string;
      arrival: string;
      notes: string;
      recipientNotes: string;
      serviceTime: string;
      quantity: string;
      requirements: string;
      barcodes: string;
      skills: string;
      order: string;
      reason: string;
    };
    requirements: {
      signature: string;
      photo: string;
      notes: string;
      minimumAge: (values: { years: number }) => string;
      pin: string;
    };
    reasons: {
      RECIPIENT_UNAVAILABLE: string;
      INCORRECT_ADDRESS: string;
      REFUSED_BY_RECIPIENT: string;
      DAMAGED: string;
      TRANSPORTATION_ISSUE: string;
      OTHER: string;
    };
    history: {
      title: string;
      events: {
        start: (values: { name: string }) => string;
        arrival: (values: { name: string }) => string;
      };
      report: (values: { name: string; success: boolean }) => string;
      wrongPin: (values: { name: string }) => string;
      feedback: (values: { rating: number }) => string;
      message: string;
      by: (values: { name: string }) => string;
      more: string;
      kinds: {
        created: string;
        cloned: string;
        assigned: (values: { whom: string }) => string;
        unassigned: string;
        moved: (values: { whom: string }) => string;
        edited: string;
        started: string;
        arrived: string;
        completed: string;
        failed: string;
        notified: string;
      };
    };
    lateReports: {
      title: string;
      count: (values: { count: number }) => string;
      open: string;
      task: (values: { shortId: string }) => string;
      deleted: (values: { when: string }) => string;
      report: (values: { name: string; success: boolean; when: string }) => string;
      reason: string;
    };
    pin: {
      title: string;
      left: (values: { count: number }) => string;
      locked: string;
      hint: string;
      lockedHint: string;
      renew: string;
      sent: string;
      notSent: string;
    };
    conversation: {
      title: string;
      none: string;
      show: string;
      hide: string;
      open: string;
      noChannel: string;
      setUp: string;
      write: string;
      commands: string;
      send: string;
      earlier: string;
      read: string;
    };
    proof: {
      title: string;
      photo: (values: { number: number }) => string;
      signature: string;
      age: string;
    };
    form: {
      languageHint: string;
      usualLanguage: string;
      person: string;
      phoneHint: string;
      skillsHint: string;
      place: string;
      positionHint: string;
      what: string;
      pickup: string;
      serviceTime: string;
      signature: string;
      photo: string;
      requiredNotes: string;
      pin: string;
      minimumAge: string;
      who: string;
      assignTo: string;
      edit: (values: { name: string }) => string;
      create: string;
      save: string;
      created: (values: { name: string }) => string;
      saved: (values: { name: string }) => string;
      conflict: (values: { who: string; time: string }) => string;
      conflictText: string;
      saveAnyway: string;
      leaveTitle: string;
      leaveText: string;
      keepWriting: string;
      discard: string;
      addressHint: string;
      inParts: string;
      rare: string;
      createAndNext: string;
      manyRows: (values: { count: string }) => string;
      pasted: string;
      sources: {
        destination: string;
        street: string;
        city: string;
        geocoder: string;
      };
    };
    worker: {
      title: string;
      gone: string;
      goneText: string;
      displayName: string;
      teams: string;
      vehicle: string;
      skills: string;
      capacity: string;
      seen: string;
      neverSeen: string;
      tasks: (values: { count: number }) => string;
      day: string;
      succeeded: string;
      failed: string;
      driven: string;
      enroute: string;
    };
    onFoot: string;
    vehicles: {
      CAR: string;
      MOTORCYCLE: string;
      BICYCLE: string;
      TRUCK: string;
    };
    titleWithCount: (values: { count: string; title: string }) => string;
    questions: {
      asks: string;
      count: (values: { count: number }) => string;
    };
    inbox: {
      title: string;
      urgencies: {
        now: string;
        next: string;
        later: string;
      };
      none: string;
      noneText: string;
      kinds: {
        question: string;
        pin: string;
        late: string;
        report: string;
        failed: string;
        stale: string;
        unplaced: string;
        soon: string;
        sms: string;
        webhook: string;
      };
      answer: string;
      done: string;
      read: string;
      failed: string;
      count: (values: { count: number }) => string;
      show: string;
      place: string;
      call: string;
      texts: {
        pin: (values: { name: string }) => string;
        report: (values: { name: string; success: boolean }) => string;
        deleted: (values: { name: string; success: boolean }) => string;
        stale: (values: { time: string }) => string;
        neverSeen: string;
        unplaced: (values: { address: string }) => string;
        soon: (values: { time: string }) => string;
        soonUnassigned: (values: { time: string }) => string;
        sms: (values: { reason: string }) => string;
        failing: (values: { count: number }) => string;
        disabled: string;
      };
      toMap: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/fleet' {
  export type Words = {
    tab: {
      workers: (values: { count: number }) => string;
      teams: (values: { count: number }) => string;
      hubs: (values: { count: number }) => string;
      administrators: (values: { count: number }) => string;
    };
    tabNames: {
      teams: string;
      hubs: string;
      workers: string;
      administrators: string;
    };
    make: {
      workers: string;
      teams: string;
      hubs: string;
      administrators: string;
    };
    none: {
      workers: string;
      teams: string;
      hubs: string;
      administrators: string;
    };
    noneText: {
      workers: string;
      teams: string;
      administrators: string;
      hubs: string;
    };
    filter: string;
    filterOf: (values: { label: string }) => string;
    nobodyFits: string;
    more: (values: { count: number }) => string;
    chosen: (values: { count: number }) => string;
    countOfMembers: (values: { count: number }) => string;
    countOfTeams: (values: { count: number }) => string;
    yes: string;
    no: string;
    edit: (values: { name: string }) => string;
    saved: (values: { name: string }) => string;
    made: (values: { name: string }) => string;
    workerMade: (values: { name: string }) => string;
    deleted: (values: { name: string }) => string;
    delete: string;
    deleteTitle: (values: { name: string }) => string;
    deleteWorkerText: string;
    deleteTeamText: string;
    deleteHubText: (values: { teams: number }) => string;
    goneText: string;
    atLeastOne: string;
    taken: string;
    newWorker: string;
    createWorker: string;
    person: string;
    work: string;
    displayNameHint: string;
    phoneHint: string;
    phoneStays: string;
    picture: string;
    pictureHint: string;
    removePicture: string;
    skillsHint: string;
    allSkills: string;
    capacityHint: string;
    otherTeams: string;
    vehicleKind: string;
    noVehicle: string;
    vehicle: {
      description: string;
      licensePlate: string;
      color: string;
    };
    noTeam: string;
    noTeamText: string;
    invited: string;
    noMembers: string;
    team: string;
    newTeam: string;
    createTeam: string;
    teamGone: string;
    notYours: string;
    notYoursText: string;
    managers: string;
    managersHint: string;
    members: string;
    hub: string;
    noHub: string;
    selfAssignment: string;
    selfAssignmentHint: string;
    newHub: string;
    createHub: string;
    hubGone: string;
    teamsOfHubHint: string;
    noTeamsOfHub: string;
    administrator: string;
    newAdministrator: string;
    createAdministrator: string;
    administratorMade: (values: { name: string }) => string;
    administratorTalks: string;
    administratorGone: string;
    administratorNotYours: string;
    deleteAdministratorText: string;
    email: string;
    emailHint: string;
    readOnly: string;
    readOnlyHint: string;
    readOnlyBadge: string;
    owner: string;
    confirmed: string;
    managedTeams: string;
    managedTeamsHint: string;
    managesAll: string;
    invitation: {
      title: string;
      sent: (values: { where: string; time: string; until: string }) => string;
      none: string;
      again: string;
      anew: string;
      revoke: string;
      sentAgain: (values: { where: string }) => string;
      revoked: string;
    };
    uninvited: {
      title: (values: { count: number }) => string;
      text: string;
      invite: (values: { count: number }) => string;
      ask: (values: { count: number }) => string;
      consequence: string;
      progress: (values: { done: number; count: number }) => string;
      send: string;
      stop: string;
      sent: (values: { count: number }) => string;
    };
    chooseVehicle: string;
    vehicleHint: string;
    import: {
      open: string;
      title: string;
      worker: string;
      meanings: {
        name: string;
        firstName: string;
        lastName: string;
        displayName: string;
        phone: string;
        teams: string;
        capacity: string;
        skills: string;
        vehicle: string;
        vehicleDescription: string;
        licensePlate: string;
        color: string;
      };
      problems: {
        workerPhone: string;
        vehicle: (values: { text: string }) => string;
        noVehicle: (values: { text: string }) => string;
      };
      fields: {
        name: string;
        displayName: string;
        teams: string;
        capacity: string;
        skills: string;
        vehicle: string;
      };
      preview: string;
      what: string;
      isNew: string;
      created: (values: { count: number }) => string;
      changed: (values: { count: number }) => string;
      unchanged: (values: { count: number }) => string;
      newTeams: (values: { count: number; names: string }) => string;
      bad: (values: { count: number }) => string;
      onlyNew: string;
      save: (values: { count: number }) => string;
      saving: (values: { done: number; count: number }) => string;
      stopped: (values: { done: number; count: number }) => string;
      saved: (values: { created: number; changed: number }) => string;
      restTeam: string;
      noTeam: string;
    };
    importHubs: {
      title: string;
      hub: string;
      meanings: {
        name: string;
        teams: string;
      };
      problems: {
        hubName: string;
      };
      repeated: (values: { line: number }) => string;
      fields: {
        address: string;
        location: string;
        teams: string;
      };
      preview: string;
      what: string;
      isNew: string;
      created: (values: { count: number }) => string;
      changed: (values: { count: number }) => string;
      unchanged: (values: { count: number }) => string;
      bad: (values: { count: number }) => string;
      onlyNew: string;
      save: (values: { count: number }) => string;
      saving: (values: { done: number; count: number }) => string;
      stopped: (values: { done: number; count: number }) => string;
      saved: (values: { created: number; changed: number }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/map' {
  export type Words = {
    summary: (values: { onMap: number; open: number; late: number }) => string;
    fit: string;
    zoomIn: string;
    zoomOut: string;
    legend: string;
    signs: {
      fresh: string;
      old: string;
      lost: string;
      unassigned: string;
      assigned: string;
      active: string;
      late: string;
      unplaced: string;
      hub: string;
      group: string;
    };
    lists: string;
    unassigned: (values: { count: number }) => string;
    onDuty: (values: { count: number }) => string;
    pin: {
      title: (values: { name: string }) => string;
      hint: string;
      name: string;
      position: string;
      unreadable: string;
      saved: (values: { address: string }) => string;
    };
    noStreets: string;
    streetsMissing: string;
    noWebGl: string;
    notLoaded: string;
    sketch: (values: { onMap: number; open: number }) => string;
    rectangle: string;
    drag: string;
    stops: (values: { count: number }) => string;
    offDuty: (values: { count: number }) => string;
    grouping: string;
    groupings: {
      area: string;
      window: string;
    };
    noArea: string;
    noEnd: string;
    streets: {
      none: string;
      add: string;
      who: string;
      sent: string;
      use: string;
      others: string;
      lost: (values: { host: string }) => string;
      reload: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/phone' {
  export type Words = {
    title: string;
    lead: string;
    show: string;
    picture: string;
    how: (values: { worker: string }) => string;
    whom: string;
    holds: (values: { time: string }) => string;
    over: string;
    again: string;
    copy: string;
    copied: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/recipients' {
  export type Words = {
    search: string;
    list: string;
    none: string;
    noneText: string;
    noMatch: string;
    noMatchText: string;
    more: string;
    noSms: string;
    noTask: string;
    recipient: string;
    gone: string;
    goneText: string;
    places: string;
    deliveries: string;
    noDeliveries: string;
    succeeded: string;
    failed: string;
    edit: string;
    editTitle: (values: { name: string }) => string;
    sms: string;
    smsOn: string;
    smsOff: string;
    optOut: string;
    optOutHint: string;
    saved: (values: { name: string }) => string;
    language: string;
    languageHint: string;
    usualLanguage: string;
    import: {
      open: string;
      title: string;
      meanings: {
        name: string;
        firstName: string;
        lastName: string;
        phone: string;
        notes: string;
        language: string;
        optOut: string;
      };
      problems: {
        language: (values: { text: string }) => string;
      };
      fields: {
        name: string;
        notes: string;
        language: string;
        skipSMSNotifications: string;
        metadata: string;
      };
      preview: string;
      what: string;
      isNew: string;
      created: (values: { count: number }) => string;
      changed: (values: { count: number }) => string;
      unchanged: (values: { count: number }) => string;
      bad: (values: { count: number }) => string;
      onlyNew: string;
      save: (values: { count: number }) => string;
      saving: (values: { done: number; count: number }) => string;
      stopped: (values: { done: number; count: number }) => string;
      saved: (values: { created: number; changed: number }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/routes' {
  export type Words = {
    optimize: string;
    newPlan: string;
    runs: string;
    plans: string;
    noRuns: string;
    noPlans: string;
    details: string;
    back: string;
    choose: string;
    chooseText: string;
    gone: string;
    goneText: string;
    runOf: (values: { team: string }) => string;
    runStates: {
      WAITING: string;
      PROPOSED: string;
      COMPLETED: string;
      CANCELLED: string;
      FAILED: string;
    };
    planStates: {
      PENDING: string;
      ACTIVE: string;
      COMPLETED: string;
    };
    form: {
      title: string;
      team: string;
      waiting: (values: { count: number }) => string;
      mode: string;
      modes: {
        plan: string;
        now: string;
      };
      hours: string;
      shift: string;
      most: string;
      service: string;
      delay: string;
      end: string;
      ends: {
        team: string;
        worker: string;
        hub: (values: { name: string }) => string;
        anywhere: string;
      };
      start: string;
      started: (values: { team: string }) => string;
    };
    progress: {
      label: string;
      waiting: string;
      share: (values: { share: string }) => string;
      best: (values: { time: string; left: number }) => string;
      cancel: string;
    };
    accept: string;
    refuse: string;
    refused: string;
    accepted: (values: { given: number; left: number }) => string;
    ended: {
      CANCELLED: string;
      FAILED: string;
    };
    movedOn: {
      title: string;
      tasks: (values: { count: number; names: string }) => string;
      lists: (values: { names: string }) => string;
      gone: (values: { names: string }) => string;
      again: string;
    };
    compare: {
      title: string;
      what: string;
      before: string;
      beforeHint: string;
      after: string;
      difference: string;
      time: string;
      distance: string;
      late: string;
      left: string;
      same: string;
    };
    routes: {
      title: string;
      worker: string;
      stops: string;
      stopsOf: (values: { stops: number; fresh: number }) => string;
      time: string;
      distance: string;
      was: (values: { before: string }) => string;
      end: string;
      late: string;
      nobodyLate: string;
      show: (values: { name: string }) => string;
      isNew: string;
      isLate: string;
    };
    left: {
      title: (values: { count: number }) => string;
      stayed: (values: { count: number }) => string;
      reasons: {
        SKILL: string;
        TIME_WINDOW: string;
        CAPACITY: string;
        DEPENDENCY: string;
        NO_ROOM: string;
        LATER: string;
        NOT_LOCATED: string;
        CHANGED: string;
        WORKER_GONE: string;
      };
    };
    sketch: (values: { routes: number; stops: number }) => string;
    plan: {
      title: string;
      name: string;
      worker: string;
      nobody: string;
      team: string;
      noTeam: string;
      start: string;
      end: string;
      vehicle: string;
      anyVehicle: string;
      ownColor: string;
      color: string;
      from: string;
      to: string;
      places: {
        HUB: string;
        WORKER_LOCATION: string;
        WORKER_ADDRESS: string;
        ANYWHERE: string;
      };
      startHub: string;
      endHub: string;
      noHub: string;
      tasks: (values: { count: number }) => string;
      noTasks: string;
      begun: string;
      done: string;
      edit: string;
      add: string;
      delete: string;
      create: string;
      save: string;
      created: (values: { name: string }) => string;
      saved: (values: { name: string }) => string;
      added: (values: { count: number }) => string;
      deleteTitle: string;
      deleteText: (values: { name: string }) => string;
      deleted: (values: { name: string }) => string;
      changed: string;
      selected: (values: { count: number }) => string;
    };
    add: {
      title: (values: { name: string }) => string;
      filter: string;
      none: string;
      more: (values: { count: number }) => string;
      add: (values: { count: number }) => string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/schedule' {
  export type Words = {
    title: string;
    none: string;
    edit: string;
    week: string;
    weekFrom: (values: { day: string }) => string;
    shift: string;
    add: (values: { day: string }) => string;
    remove: (values: { day: string }) => string;
    from: (values: { day: string }) => string;
    to: (values: { day: string }) => string;
    hint: string;
    saved: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/table' {
  export type Words = {
    title: string;
    selected: string;
    selectRow: (values: { name: string }) => string;
    yes: string;
    no: string;
    count: (values: { selected: number; shown: number }) => string;
    states: {
      unassigned: string;
      assigned: string;
      active: string;
      succeeded: string;
      failed: string;
    };
    columns: {
      recipient: string;
      phone: string;
      address: string;
      street: string;
      number: string;
      apartment: string;
      postalCode: string;
      city: string;
      country: string;
      placeNotes: string;
      state: string;
      worker: string;
      team: string;
      window: string;
      completeAfter: string;
      completeBefore: string;
      arrival: string;
      completed: string;
      created: string;
      reason: string;
      notes: string;
      quantity: string;
      serviceTime: string;
      pickup: string;
      skills: string;
      order: string;
      shortId: string;
    };
    filter: {
      button: string;
      title: string;
      text: string;
      any: string;
      state: string;
      window: string;
      from: string;
      to: string;
      completed: string;
      firstDay: string;
      lastDay: string;
      skill: string;
      field: string;
      value: string;
      apply: string;
      clear: string;
      remove: (values: { what: string }) => string;
      late: string;
      until: (values: { time: string }) => string;
      since: (values: { time: string }) => string;
    };
    saved: {
      button: string;
      title: string;
      none: string;
      name: string;
      save: string;
      remove: (values: { name: string }) => string;
      stored: (values: { name: string }) => string;
    };
    choose: {
      button: string;
      title: string;
      shown: string;
      others: string;
      up: (values: { name: string }) => string;
      down: (values: { name: string }) => string;
      remove: (values: { name: string }) => string;
      add: (values: { name: string }) => string;
      usual: string;
      done: string;
    };
    older: {
      since: (values: { day: string }) => string;
      button: string;
      loaded: (values: { count: number }) => string;
      loading: (values: { count: number }) => string;
      more: string;
      all: string;
      stop: string;
      tooMany: string;
    };
    empty: {
      title: string;
      text: string;
      noneTitle: string;
      noneText: string;
    };
    bulk: {
      edit: string;
      complete: string;
      fail: string;
      clone: string;
      delete: string;
      csv: string;
      more: string;
      tooMany: (values: { most: number }) => string;
      stayed: (values: { count: number }) => string;
      titles: {
        edit: (values: { count: number }) => string;
        complete: (values: { count: number }) => string;
        fail: (values: { count: number }) => string;
        clone: (values: { count: number }) => string;
        delete: (values: { count: number }) => string;
      };
      editText: string;
      cloneText: string;
      deleteText: string;
      change: (values: { name: string }) => string;
      empty: string;
      of: (values: { done: number; count: number }) => string;
      stop: string;
      close: string;
      results: {
        edit: (values: { count: number }) => string;
        complete: (values: { count: number }) => string;
        fail: (values: { count: number }) => string;
        clone: (values: { count: number }) => string;
        delete: (values: { count: number }) => string;
      };
      refused: (values: { count: number }) => string;
      left: (values: { count: number }) => string;
      conflict: (values: { who: string; time: string }) => string;
      retry: string;
      goOn: string;
      task: string;
      reason: string;
    };
    csv: {
      in: string;
      out: string;
      file: (values: { day: string }) => string;
      written: (values: { count: number }) => string;
    };
    bring: {
      title: string;
      drop: string;
      choose: string;
      paste: string;
      read: string;
      limits: (values: { rows: number }) => string;
      tooLarge: (values: { rows: number }) => string;
      tooBig: string;
      noLines: string;
      failed: string;
      noWorkbook: string;
      unpacksTooLarge: string;
      sheet: string;
      downloadBad: (values: { count: number }) => string;
      badFile: string;
      found: (values: { count: number; encoding: string }) => string;
      encoding: string;
      delimiter: string;
      delimiters: {
        ",": string;
        ";": string;
        "\t": string;
        "|": string;
      };
      columns: string;
      example: string;
      heading: string;
      meaning: string;
      ignore: string;
      zone: (values: { zone: string }) => string;
      dayFirst: string;
      dayOrders: {
        day: string;
        month: string;
      };
      check: string;
      checking: (values: { done: number; count: number }) => string;
      back: string;
      good: (values: { count: number }) => string;
      bad: (values: { count: number }) => string;
      leaveOut: (values: { count: number }) => string;
      line: string;
      problem: string;
      shownOf: (values: { shown: number; count: number }) => string;
      create: (values: { count: number }) => string;
      again: (values: { count: number }) => string;
      made: (values: { count: number; time: string }) => string;
      skipMade: (values: { count: number }) => string;
      madeMeanwhile: (values: { count: number }) => string;
      creating: (values: { done: number; count: number }) => string;
      keepOpen: string;
      created: (values: { count: number }) => string;
      notCreated: (values: { count: number }) => string;
      stopped: (values: { done: number; count: number }) => string;
      stoppedLate: (values: { done: number; count: number }) => string;
      goOn: string;
      select: string;
      done: string;
      rough: string;
      unplaced: (values: { count: number }) => string;
      lost: string;
      place: string;
      whereIs: (values: { line: number }) => string;
      usePlace: string;
      meanings: {
        name: string;
        phone: string;
        recipientNotes: string;
        address: string;
        street: string;
        number: string;
        apartment: string;
        postalCode: string;
        city: string;
        region: string;
        country: string;
        position: string;
        latitude: string;
        longitude: string;
        placeNotes: string;
        completeAfter: string;
        completeBefore: string;
        worker: string;
        team: string;
        notes: string;
        quantity: string;
        serviceTime: string;
        pickup: string;
        order: string;
      };
      problems: {
        noPlace: string;
        phone: string;
        name: string;
        time: (values: { text: string }) => string;
        noSuchTime: (values: { text: string }) => string;
        order: string;
        number: (values: { text: string }) => string;
        position: (values: { text: string }) => string;
        yesNo: (values: { text: string }) => string;
        worker: (values: { text: string }) => string;
        workers: (values: { text: string }) => string;
        team: (values: { text: string }) => string;
        teams: (values: { text: string }) => string;
        both: string;
        quotes: string;
        moreCells: string;
        unstorable: string;
        repeated: (values: { line: number }) => string;
      };
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/timeline' {
  export type Words = {
    label: (values: { count: number }) => string;
    waiting: string;
    now: string;
    goNow: string;
    fewerHours: string;
    moreHours: string;
    numbers: (values: { workers: number; late: number }) => string;
    nobody: string;
    nobodyText: string;
    nothing: string;
    until: (values: { time: string }) => string;
    lateCount: (values: { count: number }) => string;
    noPosition: string;
    shift: (values: { spans: string }) => string;
    break: string;
    about: string;
    early: string;
    done: (values: { time: string }) => string;
    bar: {
      taskFrom: (values: { from: string; end: string }) => string;
    };
    refused: string;
    near: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:dispatch/webhooks' {
  export type Words = {
    webhook: string;
    none: string;
    noneText: string;
    notYours: string;
    notYoursText: string;
    gone: string;
    goneText: string;
    new: string;
    create: string;
    created: (values: { name: string }) => string;
    saved: (values: { name: string }) => string;
    list: string;
    unnamed: string;
    refresh: string;
    enabled: string;
    disabled: string;
    url: string;
    urlHint: string;
    trigger: string;
    threshold: {
      seconds: string;
      metres: string;
    };
    atThreshold: {
      seconds: (values: { n: number }) => string;
      metres: (values: { n: number }) => string;
    };
    count: string;
    failures: string;
    failedOften: (values: { failures: number }) => string;
    disabledText: string;
    paused: (values: { unanswered: number; time: string }) => string;
    failing: (values: { failures: number }) => string;
    test: string;
    testTitle: string;
    testText: string;
    delivered: string;
    notDelivered: string;
    enable: string;
    disable: string;
    rename: string;
    delete: string;
    deleteText: string;
    since: string;
    sinceTitle: string;
    sinceText: string;
    sinceTime: string;
    resend: string;
    resent: (values: { count: number }) => string;
    resentPart: (values: { count: number; time: string }) => string;
    goOn: string;
    deliveries: string;
    noDeliveries: string;
    more: string;
    states: {
      delivered: string;
      pending: string;
      failed: string;
    };
    next: (values: { time: string }) => string;
    attempts: (values: { count: number }) => string;
    event: (values: { id: string }) => string;
    answer: string;
    emptyAnswer: string;
    status: (values: { status: number }) => string;
    took: (values: { ms: number }) => string;
    secret: string;
    secretLink: string;
    secretOwner: string;
    triggers: {
      taskStarted: string;
      taskEta: string;
      taskArrival: string;
      taskCompleted: string;
      taskFailed: string;
      workerDuty: string;
      taskCreated: string;
      taskUpdated: string;
      taskDeleted: string;
      taskAssigned: string;
      taskUnassigned: string;
      taskDelayed: string;
      taskCloned: string;
      smsRecipientResponseMissed: string;
      workerCreated: string;
      workerDeleted: string;
      SMSRecipientOptOut: string;
      autoDispatchJobCompleted: string;
      taskBatchCreateJobCompleted: string;
      routeOptimizationJobCompleted: string;
      routePlanCreated: string;
      routePlanStarted: string;
      routePlanCompleted: string;
      workerUpdated: string;
      routePlanUpdated: string;
      routePlanUnassigned: string;
      routePlanAssigned: string;
      routePlanDelayed: string;
      predictedTaskDelay: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:driver/ask' {
  export type Words = {
    about: (values: { task: string }) => string;
    back: string;
    canned: string;
    answers: readonly string[];
    message: string;
    send: string;
    empty: string;
    offline: string;
    unavailable: string;
    edited: string;
    older: string;
    you: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:driver/driver' {
  export type Words = {
    title: string;
    navigation: string;
    screens: {
      today: string;
      sent: string;
      me: string;
      stop: string;
      ask: string;
    };
    headline: {
      open: string;
      active: string;
      arrived: string;
      none: string;
      progress: (values: { done: number; all: number }) => string;
      progressText: (values: { done: number; all: number }) => string;
    };
    unsent: (values: { count: number; since: string }) => string;
    notAccepted: (values: { count: number }) => string;
    nothingUnsent: string;
    offline: (values: { since: string }) => string;
    clock: (values: { minutes: number; ahead: boolean }) => string;
    closed: {
      insecure: string;
      insecureText: string;
      unkept: string;
      unkeptText: string;
      noDriver: string;
      noDriverText: (values: { organization: string }) => string;
      home: string;
    };
    action: {
      saved: string;
      sent: (values: { time: string }) => string;
      refused: (values: { reason: string }) => string;
    };
    reported: string;
    wrongPin: string;
    storageFull: string;
    waitsFor: (values: { action: string }) => string;
    actions: {
      start: string;
      arrive: string;
      take: string;
      complete: string;
      fail: string;
      message: string;
      onDuty: string;
      offDuty: string;
    };
    push: {
      title: string;
      text: string;
    };
    sent: {
      empty: string;
      emptyText: string;
      waiting: string;
      refused: string;
      done: string;
      photos: (values: { count: number }) => string;
      tryAgain: string;
      drop: string;
      dropTitle: string;
      dropText: (values: { action: string; title: string }) => string;
      keep: string;
      dropped: string;
    };
    me: {
      password: string;
      passwordHint: string;
      passwordChoose: string;
      duty: string;
      dutyHint: string;
      position: string;
      sharing: {
        offDuty: string;
        denied: string;
        unknown: string;
        stale: (values: { time: string }) => string;
        shared: (values: { time: string }) => string;
      };
      locked: string;
      keepOpen: string;
      keepOpenHint: string;
      keepOpenFailed: string;
      tracker: string;
      trackerHint: string;
      trackerMake: (values: { app: string }) => string;
      trackerScan: (values: { app: string }) => string;
      trackerOpen: (values: { app: string }) => string;
      trackerPicture: (values: { app: string }) => string;
      trackerFailed: string;
      notices: string;
      noticesOn: string;
      noticesOff: string;
      noticesDenied: string;
      noticesNone: string;
      noticesFailed: string;
      turnOn: string;
      storage: string;
      storageFirm: string;
      storageLoose: string;
      storageFirmer: string;
      offline: string;
      version: (values: { build: string }) => string;
      newer: string;
      signOut: string;
      signOutTitle: string;
      signOutText: (values: { count: number }) => string;
      signOutAgain: string;
      signOutYes: string;
      signOutReally: string;
      signOutOffline: string;
      stay: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:driver/scan' {
  export type Words = {
    opening: string;
    looking: string;
    refused: string;
    picture: string;
    use: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:driver/sign-in' {
  export type Words = {
    title: string;
    again: string;
    unsent: (values: { count: number }) => string;
    scanLead: string;
    scan: string;
    typed: string;
    notOurs: string;
    orPassword: string;
    code: string;
    codeLead: string;
    go: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:driver/stop' {
  export type Words = {
    next: string;
    underWay: string;
    here: string;
    later: (values: { count: number }) => string;
    done: (values: { count: number }) => string;
    alsoHere: (values: { count: number }) => string;
    empty: string;
    emptyText: string;
    notYet: string;
    notYetText: string;
    asOf: (values: { time: string }) => string;
    offDuty: string;
    goOnDuty: string;
    pickup: string;
    dropoff: string;
    window: {
      from: (values: { time: string }) => string;
      until: (values: { time: string }) => string;
    };
    late: string;
    open: string;
    start: string;
    first: (values: { name: string }) => string;
    arrive: string;
    complete: string;
    completeMany: (values: { count: number }) => string;
    fail: string;
    take: string;
    toTake: string;
    gone: string;
    goneText: string;
    back: string;
    navigate: string;
    call: string;
    text: string;
    ask: string;
    map: {
      show: string;
      from: (values: { host: string }) => string;
      label: (values: { others: number }) => string;
      missing: string;
      failed: string;
    };
    sketch: (values: { others: number }) => string;
    sketchYou: string;
    sketchOthers: string;
    directions: readonly string[];
    away: (values: { far: string; direction: string }) => string;
    awayNow: (values: { where: string }) => string;
    awayThen: (values: { time: string; where: string }) => string;
    notes: string;
    notesOf: (values: { name: string }) => string;
    notesOfPlace: string;
    message: string;
    quantity: (values: { count: number }) => string;
    order: (values: { id: string }) => string;
    together: string;
    needed: string;
    full: string;
    photos: string;
    takePhoto: string;
    photo: (values: { number: number }) => string;
    removePhoto: (values: { number: number }) => string;
    unkept: string;
    unreadable: string;
    tooManyPhotos: (values: { most: number }) => string;
    signature: string;
    sign: string;
    signAgain: string;
    signed: string;
    removeSignature: string;
    signHere: string;
    clear: string;
    useSignature: string;
    orType: string;
    useName: string;
    barcodes: string;
    scan: string;
    anyCode: string;
    typeCode: string;
    scanned: string;
    mustScan: string;
    mayScan: string;
    notAsked: string;
    removeCode: (values: { code: string }) => string;
    add: {
      title: string;
      photo: string;
      signature: string;
      barcode: string;
      note: string;
    };
    age: string;
    ageSeen: (values: { years: number }) => string;
    pin: string;
    pinOf: (values: { name: string }) => string;
    askForPin: string;
    wrongPin: (values: { left: number }) => string;
    driverNotes: string;
    fields: string;
    details: string;
    oneEach: string;
    yes: string;
    no: string;
    reason: string;
    reasons: {
      RECIPIENT_UNAVAILABLE: string;
      INCORRECT_ADDRESS: string;
      REFUSED_BY_RECIPIENT: string;
      DAMAGED: string;
      TRANSPORTATION_ISSUE: string;
      OTHER: string;
    };
    chooseReason: string;
    failNotes: string;
    gap: {
      signature: string;
      photo: string;
      notes: string;
      pin: string;
      age: (values: { years: number }) => string;
      barcode: string;
      oneBarcode: (values: { code: string }) => string;
      foreignBarcode: (values: { code: string }) => string;
      type: string;
      required: string;
      notYours: string;
    };
    missing: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:shared/app-switch' {
  export type Words = {
    title: string;
    titleWithUnread: (values: { count: number }) => string;
    direct: (values: { count: number }) => string;
    mentions: (values: { count: number }) => string;
    dispatch: string;
    chat: string;
    driver: string;
    admin: string;
    account: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:shared/group-setting' {
  export type Words = {
    add: string;
    addRole: string;
    role: string;
    group: string;
    person: string;
    nobody: string;
    others: (values: { count: number }) => string;
    roles: {
      "role:owners": string;
      "role:administrators": string;
      "role:moderators": string;
      "role:fullmembers": string;
      "role:members": string;
      "role:everyone": string;
      "role:internet": string;
    };
    change: string;
    changeNamed: (values: { name: string }) => string;
    alwaysMay: (values: { count: number; who: string }) => string;
    ofGroup: {
      names: {
        can_manage_group: string;
        can_add_members_group: string;
        can_remove_members_group: string;
        can_join_group: string;
        can_leave_group: string;
        can_mention_group: string;
      };
      sentences: {
        can_manage_group: (values: { count: number; who: string }) => string;
        can_add_members_group: (values: { count: number; who: string }) => string;
        can_remove_members_group: (values: { count: number; who: string }) => string;
        can_join_group: (values: { count: number; who: string }) => string;
        can_leave_group: (values: { count: number; who: string }) => string;
        can_mention_group: (values: { count: number; who: string }) => string;
      };
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:shared/keys' {
  export type Words = {
    actions: {
      palette: string;
      help: string;
      close: string;
      search: string;
      next: string;
      previous: string;
      undo: string;
      newTask: string;
      assign: string;
      unassign: string;
      goWorker: string;
      select: string;
      selectAll: string;
      earlier: string;
      later: string;
      firstRow: string;
      lastRow: string;
      fit: string;
      optimize: string;
      zoomIn: string;
      zoomOut: string;
      goBoard: string;
      goMap: string;
      goFleet: string;
      goTimeline: string;
      goTable: string;
      goRoutes: string;
      goAnalytics: string;
      goWebhooks: string;
      goInbox: string;
      nextTopic: string;
      previousTopic: string;
      nextDirect: string;
      narrowToChannel: string;
      muteTopic: string;
      filterLeft: string;
      goRecent: string;
      goDrafts: string;
      goChannels: string;
      narrowToTopic: string;
      showPerson: string;
      filterPeople: string;
      goAllMessages: string;
      react: string;
      like: string;
      quote: string;
      editMessage: string;
      moveMessages: string;
      star: string;
      unreadFrom: string;
      foldMessage: string;
      showPictures: string;
      toNewest: string;
      reply: string;
      newTopic: string;
      newDirect: string;
      bold: string;
      italic: string;
      strike: string;
      link: string;
      code: string;
      preview: string;
      sendNow: string;
      handled: string;
      goConsoleInbox: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:shared/session' {
  export type Words = {
    lead: string;
    scan: string;
    picture: string;
    here: string;
    secret: string;
    recoveryLead: string;
    stored: string;
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:shared/shared' {
  export type Words = {
    brand: string;
    noScript: string;
    close: string;
    cancel: string;
    cancelOf: (values: { name: string }) => string;
    remove: (values: { name: string }) => string;
    tryAgain: string;
    copy: string;
    copied: string;
    undo: string;
    noMatch: (values: { query: string }) => string;
    options: (values: { count: number }) => string;
    optional: string;
    andMore: (values: { count: number }) => string;
    loading: string;
    states: {
      offlineSince: (values: { time: string }) => string;
      oldBuild: string;
      reload: string;
      failed: string;
      unreachable: string;
      request: (values: { id: string }) => string;
      broken: string;
    };
    person: {
      online: string;
      away: string;
      withState: (values: { name: string; state: string }) => string;
    };
    unread: (values: { count: number }) => string;
    unreadForYou: (values: { count: number }) => string;
    palette: {
      title: string;
      placeholder: string;
      empty: string;
    };
    keys: {
      title: string;
      names: {
        mod: string;
        shift: string;
        alt: string;
        enter: string;
        escape: string;
      };
    };
    session: {
      title: string;
      expiredTitle: string;
      expired: string;
      emailOrPhone: string;
      password: string;
      code: string;
      codeHint: string;
      organization: string;
      shared: string;
      sharedHint: string;
      submit: string;
      elsewhere: string;
      signOut: string;
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}

declare module 'texts:shared/user-settings' {
  export type Words = {
    sounds: {
      zulip: string;
      ding: string;
    };
    noTimeZone: string;
    sections: {
      appearance: {
        title: string;
        text: string;
      };
      navigation: {
        title: string;
        text: string;
      };
      conversations: {
        title: string;
        text: string;
      };
      notifications: {
        title: string;
        text: string;
      };
      email: {
        title: string;
        text: string;
      };
      privacy: {
        title: string;
        text: string;
      };
      others: {
        title: string;
        text: string;
      };
    };
    names: {
      color_scheme: string;
      high_contrast_mode: string;
      web_font_size_px: string;
      web_line_height_percent: string;
      fluid_layout_width: string;
      twenty_four_hour_time: string;
      web_home_view: string;
      web_escape_navigates_to_home_view: string;
      web_left_sidebar_show_channel_folders: string;
      demote_inactive_streams: string;
      web_stream_unreads_count_display_policy: string;
      web_left_sidebar_unreads_count_summary: string;
      starred_message_counts: string;
      desktop_icon_count_display: string;
      web_mark_read_on_scroll_policy: string;
      enter_sends: string;
      translate_emoticons: string;
      enable_drafts_synchronization: string;
      automatically_follow_topics_policy: string;
      automatically_follow_topics_where_mentioned: string;
      automatically_unmute_topics_in_muted_streams_policy: string;
      enable_offline_email_notifications: string;
      enable_offline_push_notifications: string;
      enable_online_push_notifications: string;
      enable_followed_topic_email_notifications: string;
      enable_followed_topic_push_notifications: string;
      enable_stream_email_notifications: string;
      enable_stream_push_notifications: string;
      wildcard_mentions_notify: string;
      enable_followed_topic_wildcard_mentions_notify: string;
      email_notifications_batching_period_seconds: string;
      message_content_in_email_notifications: string;
      realm_name_in_email_notifications_policy: string;
      enable_digest_emails: string;
      default_language: string;
      presence_enabled: string;
      email_address_visibility: string;
      send_read_receipts: string;
      send_private_typing_notifications: string;
      send_stream_typing_notifications: string;
      receives_typing_notifications: string;
      allow_private_data_export: string;
      timezone: string;
      enable_desktop_notifications: string;
      enable_followed_topic_desktop_notifications: string;
      enable_stream_desktop_notifications: string;
      pm_content_in_desktop_notifications: string;
      enable_sounds: string;
      enable_followed_topic_audible_notifications: string;
      enable_stream_audible_notifications: string;
      notification_sound: string;
      web_channel_default_view: string;
      web_navigate_to_sent_message: string;
      display_emoji_reaction_users: string;
      user_list_style: string;
      left_side_userlist: string;
      emojiset: string;
      web_animate_image_previews: string;
      resolved_topic_notice_auto_read_policy: string;
      web_suggest_update_timezone: string;
      hide_ai_features: string;
    };
    hints: {
      web_escape_navigates_to_home_view: string;
      enter_sends: string;
      enable_drafts_synchronization: string;
      email_notifications_batching_period_seconds: string;
      emojiset: string;
      display_emoji_reaction_users: string;
      web_channel_default_view: string;
      web_navigate_to_sent_message: string;
      web_suggest_update_timezone: string;
    };
    choices: {
      color_scheme: {
        1: string;
        2: string;
        3: string;
      } & { readonly [code: number]: string | undefined };
      demote_inactive_streams: {
        1: string;
        2: string;
        3: string;
      } & { readonly [code: number]: string | undefined };
      web_stream_unreads_count_display_policy: {
        1: string;
        2: string;
        3: string;
      } & { readonly [code: number]: string | undefined };
      desktop_icon_count_display: {
        1: string;
        2: string;
        3: string;
        4: string;
      } & { readonly [code: number]: string | undefined };
      web_home_view: {
        inbox: string;
        recent_topics: string;
        all_messages: string;
      };
      web_mark_read_on_scroll_policy: {
        1: string;
        2: string;
        3: string;
      } & { readonly [code: number]: string | undefined };
      automatically_follow_topics_policy: {
        1: string;
        2: string;
        3: string;
        4: string;
      } & { readonly [code: number]: string | undefined };
      automatically_unmute_topics_in_muted_streams_policy: {
        1: string;
        2: string;
        3: string;
        4: string;
      } & { readonly [code: number]: string | undefined };
      realm_name_in_email_notifications_policy: {
        1: string;
        2: string;
        3: string;
      } & { readonly [code: number]: string | undefined };
      email_address_visibility: {
        1: string;
        2: string;
        3: string;
        4: string;
        5: string;
      } & { readonly [code: number]: string | undefined };
      web_channel_default_view: {
        1: string;
        2: string;
        3: string;
        4: string;
      } & { readonly [code: number]: string | undefined };
      user_list_style: {
        1: string;
        2: string;
        3: string;
      } & { readonly [code: number]: string | undefined };
      emojiset: {
        google: string;
        twitter: string;
        "google-blob": string;
        text: string;
      };
      web_animate_image_previews: {
        always: string;
        on_hover: string;
        never: string;
      };
      resolved_topic_notice_auto_read_policy: {
        always: string;
        except_followed: string;
        never: string;
      };
    };
  };
  const catalogue: Readonly<Record<string, () => Words>>;
  export default catalogue;
}
