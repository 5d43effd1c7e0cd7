// Written by `npm run texts` from texts/en.

export interface Catalogues {
  'bots/deliveries': {
    task: (values: { shortId: string }) => string;
    pickup: string;
    delivery: string;
    windowFrom: (values: { time: string }) => string;
    windowUntil: (values: { time: string }) => string;
    openTask: string;
    assigned: (values: { worker: string }) => string;
    assignedBy: (values: { by: string; worker: string }) => string;
    unassigned: string;
    unassignedBy: (values: { by: string }) => string;
    started: (values: { worker: string; at: string }) => string;
    completed: (values: { worker: string; at: string }) => string;
    failed: (values: { worker: string; at: string }) => string;
    reported: (values: { worker: string; success: boolean; at: string }) => string;
    received: (values: { at: string }) => string;
    deleted: string;
    deletedBy: (values: { by: string }) => string;
    reason: string;
    notes: string;
    photos: (values: { count: number }) => string;
    signature: string;
    barcodes: (values: { count: number }) => string;
    age: (values: { years: number }) => string;
    missing: (values: { count: number }) => string;
    proof: string;
    recipientSays: string;
    recipientRates: (values: { stars: number }) => string;
    dispatch: string;
    writtenAt: (values: { at: string }) => string;
    channel: string;
    channelOf: (values: { team: string }) => string;
    channelDescription: string;
    commands: {
      unknown: (values: { name: string }) => string;
      noRights: string;
      readOnly: string;
      outOfSight: string;
      gone: string;
      failed: (values: { reason: string }) => string;
      whom: string;
      nobody: (values: { name: string }) => string;
      several: (values: { names: string }) => string;
      assigned: (values: { worker: string }) => string;
      states: readonly string[];
      worker: (values: { name: string }) => string;
      noWorker: string;
      noPosition: (values: { worker: string }) => string;
      position: (values: { worker: string; at: string; place: string }) => string;
      away: (values: { unit: 'kilometer' | 'meter' | 'other'; value: number }) => string;
      noEta: string;
      eta: (values: { arrival: string; done: string }) => string;
      late: (values: { minutes: number }) => string;
    };
  };
  'bots/notices': {
    botFailed: (values: { bot: string; author: string; reason: string }) => string;
    accepted: (values: { person: string }) => string;
    reminder: (values: { message: string }) => string;
    reminderOfNothing: string;
    note: string;
    quoted: (values: { sender: string }) => string;
    reported: (values: { reporter: string; sender: string; where: string; reason: string }) => string;
    reportTopic: (values: { fullName: string }) => string;
    newChannels: (values: { count: number; creator: string; channels: string }) => string;
    newChannelsTopic: string;
    subscribed: (values: { count: number; subscriber: string; channels: string }) => string;
    joined: (values: { person: string }) => string;
    joinedTopic: string;
    movedHere: (values: { moved: 'all' | 'other' | 'some'; count: number; from: string; mover: string }) => string;
    movedAway: (values: { moved: 'all' | 'other' | 'some'; to: string; mover: string; count: number }) => string;
    aPrivateChannel: string;
    anotherTopic: string;
    resolved: (values: { person: string }) => string;
    unresolved: (values: { person: string }) => string;
    channelTopic: string;
    renamed: (values: { person: string; from: string; to: string }) => string;
    described: (values: { person: string; from: string; to: string }) => string;
    noDescription: string;
    privacies: {
      webPublic: string;
      public: string;
      sharedHistory: string;
      protectedHistory: string;
    };
    privacyChanged: (values: { person: string; from: string; to: string }) => string;
    postingChanged: (values: { person: string; from: string; to: string }) => string;
    systemGroups: {
      "role:internet": string;
      "role:everyone": string;
      "role:members": string;
      "role:fullmembers": string;
      "role:moderators": string;
      "role:administrators": string;
      "role:owners": string;
      "role:nobody": string;
    };
    more: (values: { count: number }) => string;
    scheduledFailed: (values: { time: string; reason: string }) => string;
  };
  'mail/administrator': {
    subject: (values: { organization: string }) => string;
    body: (values: { name: string; organization: string; link: string; days: number }) => string;
  };
  'mail/digest': {
    subject: (values: { organization: string }) => string;
    opening: (values: { organization: string }) => string;
    topic: (values: { channel: string; topic: string }) => string;
    more: string;
    newChannels: (values: { names: string }) => string;
    contentHidden: (values: { topics: number; channels: number }) => string;
    why: string;
    open: (values: { organization: string; url: string }) => string;
    unsubscribe: (values: { url: string }) => string;
  };
  'mail/imported': {
    subject: (values: { organization: string }) => string;
    body: (values: { name: string; organization: string; link: string; days: number }) => string;
  };
  'mail/invitation': {
    subject: (values: { referrer: string; organization: string }) => string;
    body: (values: { referrer: string; organization: string; link: string; days: number }) => string;
    bodyWithoutEnd: (values: { referrer: string; organization: string; link: string }) => string;
  };
  'mail/missed-messages': {
    newMessages: string;
    directSubject: (values: { names: string }) => string;
    channelSubject: (values: { channel: string; topic: string }) => string;
    ofOrganization: (values: { organization: string; subject: string }) => string;
    contentHidden: string;
    more: (values: { count: number }) => string;
    why: {
      direct: string;
      mention: string;
      topic_wildcard: string;
      channel_wildcard: string;
      followed_topic: string;
      channel: string;
    };
    answer: string;
    open: (values: { organization: string; url: string }) => string;
    unsubscribe: (values: { url: string }) => string;
  };
  'mail/verify-address': {
    subject: (values: { organization: string }) => string;
    body: (values: { organization: string; link: string }) => string;
  };
  'pages/account': {
    navigation: {
      label: string;
      dispatch: string;
      chat: string;
      driver: string;
      account: string;
      administration: string;
      signOut: string;
    };
    signIn: {
      title: string;
      emailOrPhone: string;
      shared: string;
      sharedHint: string;
      button: string;
      forgotten: string;
      wrong: string;
      expired: string;
      deactivated: string;
      otherSignIn: string;
      chooseTitle: string;
      chooseLead: string;
      codeTitle: string;
      codeLead: string;
      code: string;
      codeHint: string;
      wrongCode: string;
      setUpTitle: string;
      setUpLead: string;
      setUpButton: string;
      notices: {
        signedOut: string;
        passwordChanged: string;
        joined: string;
      };
    };
    phoneSignIn: {
      title: string;
      lead: (values: { worker: string; organization: string }) => string;
      before: string;
      button: string;
      aside: string;
    };
    signOut: {
      title: string;
      question: string;
      button: string;
      devices: string;
    };
    reset: {
      title: string;
      lead: string;
      ask: string;
      sentTitle: string;
      sent: (values: { email: string }) => string;
      sentAside: string;
      askAgain: string;
      chooseLead: (values: { email: string }) => string;
      button: string;
      mail: {
        subject: (values: { organization: string }) => string;
        body: (values: { organization: string; link: string }) => string;
      };
    };
    passwordChange: {
      title: string;
      lead: string;
      old: string;
      wrongOld: string;
      button: string;
      mail: {
        subject: (values: { organization: string }) => string;
        body: (values: { organization: string; areClientsOut: boolean }) => string;
      };
    };
    verify: {
      title: string;
      question: (values: { email: string }) => string;
      joinLead: string;
      otherPassword: string;
      password: string;
      wrongPasswords: string;
      cannotJoin: string;
      button: string;
      done: (values: { email: string }) => string;
    };
    account: {
      title: string;
      phone: string;
      proven: string;
      unproven: string;
      prove: (values: { email: string }) => string;
      devices: string;
      secondFactorOn: string;
      secondFactorOff: string;
      notices: {
        passwordChanged: string;
        linkSent: string;
      };
    };
    devices: {
      title: string;
      browsers: string;
      thisOne: string;
      used: (values: { date: string }) => string;
      signOut: string;
      clients: string;
      unnamed: string;
      since: (values: { date: string }) => string;
      revoke: string;
      client: string;
      clientHint: string;
      make: string;
      anew: {
        title: string;
        lead: string;
        button: string;
        orSignIn: string;
      };
      made: (values: { client: string; email: string; site: string }) => string;
    };
    assistants: {
      title: string;
      lead: string;
      new: string;
      label: string;
      labelHint: string;
      chat: string;
      allChannels: string;
      allChannelsHint: string;
      someChannels: string;
      someChannelsHint: string;
      noChannels: string;
      noChannelsHint: string;
      channels: string;
      namesHint: string;
      direct: string;
      dispatch: string;
      allTeams: string;
      allTeamsHint: string;
      someTeams: string;
      someTeamsHint: string;
      noTeams: string;
      noTeamsHint: string;
      teams: string;
      mayWrite: string;
      mayWriteHint: string;
      unknownChannel: (values: { name: string }) => string;
      unknownTeam: (values: { name: string }) => string;
      tooMany: (values: { count: number }) => string;
      made: (values: { label: string; url: string }) => string;
      readsAllChannels: string;
      readsChannels: (values: { names: string }) => string;
      readsDirect: string;
      readsAllTeams: string;
      readsTeams: (values: { names: string }) => string;
      writes: string;
      onlyReads: string;
    };
    secondFactor: {
      title: string;
      onTitle: string;
      offLead: string;
      turnOn: string;
      scanLead: string;
      qr: string;
      type: string;
      openApp: string;
      code: string;
      confirm: string;
      wrongCode: string;
      isOn: string;
      recoveryLead: string;
      stored: string;
      onLead: string;
      turnOff: string;
      demanded: string;
      renew: string;
    };
    join: {
      title: (values: { organization: string }) => string;
      lead: (values: { referrer: string; organization: string }) => string;
      leadFor: (values: { referrer: string; organization: string; email: string }) => string;
      administratorLead: (values: { organization: string; email: string }) => string;
      importedLead: (values: { organization: string; email: string }) => string;
      workerLead: (values: { organization: string; phone: string }) => string;
      channels: string;
      defaultChannels: string;
      button: string;
    };
    ownData: {
      title: string;
      lead: string;
      others: string;
      unproven: string;
      button: string;
      underWay: string;
      busy: string;
    };
  };
  'pages/health': {
    checks: {
      settings: string;
      postgres: string;
      durability: string;
      migrations: string;
      jobs: string;
      version: string;
      disk: string;
      memory: string;
      clock: string;
      publicUrl: string;
      certificate: string;
      mail: string;
      sms: string;
      apns: string;
      fcm: string;
      geocoder: string;
      router: string;
      vroom: string;
      scanner: string;
      backups: string;
      moves: string;
    };
    moves: {
      none: string;
      leaving: (values: { id: string; cell: string; state: string; since: string }) => string;
      left: (values: { id: string; cell: string; state: string; since: string }) => string;
      coming: (values: { id: string; cell: string; state: string; since: string; own: string }) => string;
      more: (values: { count: number }) => string;
      come: (values: { id: string; cell: string; state: string; since: string; own: string }) => string;
    };
    externalDatabase: string;
    ownDatabase: (values: { folder: string }) => string;
    databaseVersion: (values: { version: string }) => string;
    durability: (values: { fsync: string; commit: string }) => string;
    migrations: (values: { done: number; all: number }) => string;
    jobs: (values: { late: number; failed: number; interrupted: number }) => string;
    jobsBroken: (values: { jobs: string; queues: string }) => string;
    newer: (values: { newest: string; version: string }) => string;
    current: (values: { version: string }) => string;
    releases: {
      status: (values: { status: string; version: string }) => string;
      noVersion: (values: { version: string }) => string;
      unread: (values: { reason: string; version: string }) => string;
    };
    disk: {
      ok: (values: { free: number; all: number; folder: string }) => string;
      soon: (values: { free: number; all: number; folder: string }) => string;
      files: (values: { free: number; all: number; folder: string }) => string;
      full: (values: { free: number; all: number; folder: string }) => string;
    };
    memory: (values: { mib: number }) => string;
    littleMemory: (values: { mib: number; needed: number }) => string;
    timeServerSilent: (values: { server: string; reason: string }) => string;
    clockOfDatabase: (values: { ms: number }) => string;
    clockOfServer: (values: { database: string; ms: number; server: string }) => string;
    noPublicUrl: string;
    unknownHost: (values: { host: string }) => string;
    certificate: {
      expired: (values: { host: string; end: string }) => string;
      problem: (values: { host: string; end: string; problem: string }) => string;
      valid: (values: { host: string; end: string; days: number }) => string;
      unreachable: (values: { host: string; reason: string }) => string;
    };
    replies: {
      responds: (values: { host: string }) => string;
      accepts: (values: { host: string }) => string;
      connects: (values: { host: string }) => string;
      refuses: (values: { host: string; status: string }) => string;
      fails: (values: { host: string; status: string }) => string;
      reports: (values: { host: string; text: string }) => string;
      silent: (values: { host: string }) => string;
    };
    backup: {
      none: string;
      good: (values: { begun: string; file: string; bytes: number }) => string;
      verified: (values: { begun: string; file: string; bytes: number; verified: string }) => string;
      failed: (values: { good: string; begun: string; reason: string }) => string;
    };
  };
  'pages/openid': {
    openId: {
      button: (values: { label: string }) => string;
      title: (values: { label: string }) => string;
      again: string;
      down: (values: { label: string }) => string;
      expired: string;
      refused: (values: { label: string }) => string;
      nobody: (values: { email: string; label: string }) => string;
      noEmail: (values: { label: string }) => string;
      unproven: (values: { email: string }) => string;
      other: (values: { email: string; label: string }) => string;
      wrongAddress: (values: { invited: string; label: string; address: string }) => string;
      otherOrganization: (values: { label: string }) => string;
      onlyProviders: string;
      notByPhone: string;
      or: string;
    };
    appSignIn: {
      title: string;
      question: (values: { name: string; email: string; organization: string }) => string;
      hint: string;
      button: string;
      someoneElse: string;
      noChat: string;
      badLinkTitle: string;
      badLink: string;
    };
  };
  'pages/pages': {
    brand: string;
    errors: {
      title: string;
      unexpected: string;
      unreadable: string;
      tooMany: (values: { minutes: number }) => string;
      lockedOut: string;
      busy: string;
      unavailable: string;
      foreignForm: (values: { origin: string }) => string;
      notAllowed: string;
      seeBelow: string;
      request: (values: { id: string }) => string;
      noOrganization: string;
      misdirectedTitle: string;
      misdirected: (values: { host: string; cell: string }) => string;
      misdirectedAdvice: string;
    };
    organization: {
      title: string;
      lead: string;
      address: string;
      hint: (values: { host: string }) => string;
      button: string;
      unknown: string;
      foundTitle: string;
      goThere: (values: { organization: string }) => string;
    };
    notFound: {
      title: string;
      text: string;
      home: string;
    };
    goneLink: {
      title: string;
      text: string;
      instead: {
        invitation: {
          text: string;
          go: string;
        };
        password: {
          text: string;
          go: string;
        };
        phone: {
          text: string;
          go: string;
        };
      };
    };
    password: {
      label: string;
      length: (values: { min: number; max: number }) => string;
      guessable: string;
      names: string;
      known: string;
      stored: string;
      hint: (values: { min: number }) => string;
      show: string;
      showPassword: string;
    };
    emailChange: {
      title: string;
      question: (values: { email: string }) => string;
      button: string;
      doneTitle: string;
      done: (values: { email: string }) => string;
    };
    unsubscribe: {
      title: string;
      question: (values: { organization: string }) => string;
      button: string;
      done: string;
    };
    unsubscribeDigests: {
      title: string;
      question: (values: { organization: string }) => string;
      button: string;
      done: string;
    };
    fields: {
      missing: string;
      wrongEmail: string;
      email: string;
      yourName: string;
      back: string;
      shownOnce: string;
      copy: string;
      copied: string;
    };
    moveIn: {
      title: string;
      lead: string;
      startEmptyLead: string;
      startEmpty: string;
      goOn: string;
      several: string;
      tooMany: string;
      titles: {
        uploading: string;
        reading: string;
        checked: string;
        writing: string;
        ended: string;
        failed: string;
      };
      uploadLead: string;
      archive: string;
      archiveHint: (values: { mib: number }) => string;
      upload: string;
      tooLarge: (values: { mib: number }) => string;
      lost: string;
      noScript: string;
      readingLead: string;
      checkedLead: string;
      what: string;
      comes: string;
      changed: string;
      stays: string;
      start: string;
      startHint: string;
      another: string;
      giveUp: string;
      writingLead: string;
      messagesOf: (values: { done: number; total: number }) => string;
      times: (values: { begun: string; stepped: string }) => string;
      endedLead: (values: { count: number }) => string;
      invite: string;
      signIn: string;
      failedReading: string;
      failedWriting: string;
      goOnWriting: string;
    };
    setUp: {
      moveInLead: string;
      moveIn: string;
      title: string;
      lead: string;
      organizationPart: string;
      organization: string;
      organizationHint: string;
      country: string;
      chooseCountry: string;
      timezone: string;
      timezoneOfCountry: string;
      chooseTimezone: string;
      ownerPart: string;
      create: string;
      codeTitle: string;
      codeLead: string;
      code: string;
      wrongCode: string;
      go: string;
      overTitle: string;
      over: string;
      toStart: string;
    };
    connect: {
      title: string;
      lead: string;
      install: string;
      enter: string;
      signIn: string;
      qr: string;
    };
  };
  'pages/public': {
    channels: string;
    channelsOf: (values: { organization: string }) => string;
    noChannels: string;
    topicsOf: (values: { channel: string; organization: string }) => string;
    noTopics: string;
    moreTopics: string;
    earlier: string;
    later: string;
    signIn: string;
    enter: string;
    gone: string;
  };
  'pages/refusals': {
    nameTooLong: string;
    nameTooShort: string;
    nameCharacters: string;
    nameTaken: string;
    emailTaken: (values: { email: string }) => string;
    emailDomain: (values: { email: string }) => string;
    email: string;
    channelName: string;
    channelTaken: string;
    topic: string;
    someInvited: string;
    noneInvited: string;
    invitationsOfDay: string;
    hasAccount: string;
    isDeactivated: string;
    outsideDomain: string;
    invalidAddress: string;
    phone: string;
    phoneTaken: string;
    taken: string;
    address: string;
    addressParts: string;
    name: string;
    quota: string;
    notAllowed: string;
  };
  'pages/setup': {
    steps: {
      place: {
        address: string;
        addressHint: string;
        coordinates: string;
        coordinatesHint: string;
        wrongCoordinates: string;
      };
      count: (values: { number: number; of: number }) => string;
      skip: string;
      uses: {
        title: string;
        lead: string;
        button: string;
        legend: string;
        options: {
          both: {
            label: string;
            hint: string;
          };
          chat: {
            label: string;
            hint: string;
          };
          deliveries: {
            label: string;
            hint: string;
          };
        };
        made: string;
      };
      people: {
        title: string;
        lead: string;
        button: string;
        addresses: string;
        hint: string;
        table: string;
        tableHint: string;
        none: string;
        byLink: string;
        byLinkLead: string;
        makeLink: string;
        link: string;
        made: string;
      };
      message: {
        title: string;
        lead: string;
        button: string;
        channel: string;
        channelName: string;
        topic: string;
        topicName: string;
        message: string;
        messageText: string;
        made: (values: { name: string }) => string;
        introTopic: string;
        intro: {
          topics: string;
          reading: string;
          writing: string;
        };
      };
      hub: {
        title: string;
        lead: string;
        button: string;
        name: string;
        made: (values: { name: string }) => string;
      };
      team: {
        title: string;
        lead: string;
        button: string;
        name: string;
        made: (values: { name: string }) => string;
      };
      worker: {
        title: string;
        lead: string;
        button: string;
        name: string;
        phone: string;
        phoneHint: string;
        noTeam: string;
        made: (values: { name: string }) => string;
      };
      task: {
        title: string;
        lead: string;
        button: string;
        recipient: string;
        phone: string;
        notes: string;
        made: (values: { name: string }) => string;
      };
    };
    welcome: {
      administration: string;
      title: string;
      begin: string;
      again: string;
      putAway: string;
      dispatch: string;
      streets: {
        title: string;
        lead: string;
        sent: string;
        use: string;
        others: string;
      };
      server: string;
      well: string;
      unwell: string;
      missingLead: string;
      missing: {
        publicUrl: string;
        https: string;
        mail: string;
        sms: string;
      };
      progress: (values: { done: number; of: number }) => string;
    };
  };
  'sms/notifications': {
    invitation: (values: { organization: string; worker: string; link: string; phone: string; password: string }) => string;
    started: (values: { organization: string; worker: string; link: string }) => string;
    arriving: (values: { organization: string; worker: string; link: string }) => string;
    completed: (values: { organization: string; link: string }) => string;
    failed: (values: { organization: string; link: string }) => string;
    delayed: (values: { organization: string; link: string }) => string;
  };
  'sms/pin': {
    behind: (values: { pin: string }) => string;
    renewed: (values: { organization: string; pin: string; link: string }) => string;
  };
  'tracking': {
    name: string;
    title: string;
    pickupTitle: string;
    preparing: string;
    pin: (values: { pin: string }) => string;
    planned: (values: { window: string }) => string;
    arriving: (values: { window: string }) => string;
    noTime: string;
    next: string;
    stops: (values: { count: number }) => string;
    whenAndStops: (values: { when: string; stops: string }) => string;
    onTheWay: (values: { worker: string }) => string;
    onTheWayUnnamed: string;
    arrived: (values: { worker: string }) => string;
    arrivedUnnamed: string;
    completed: (values: { time: string }) => string;
    pickedUp: (values: { time: string }) => string;
    failed: (values: { time: string }) => string;
    late: (values: { window: string }) => string;
    distance: (values: { distance: string; time: string }) => string;
    noPosition: (values: { worker: string }) => string;
    driver: string;
    call: (values: { organization: string }) => string;
    write: string;
    noteTitle: string;
    options: {
      door: string;
      neighbour: string;
      call: string;
    };
    note: string;
    send: string;
    sent: (values: { text: string }) => string;
    tooLate: string;
    proof: string;
    rateTitle: string;
    stars: (values: { count: number }) => string;
    comments: string;
    thanks: string;
    rated: string;
    rateFirst: string;
    refresh: string;
    notConnected: (values: { time: string }) => string;
    notSent: string;
    over: string;
    sketch: string;
    map: {
      show: string;
      from: (values: { host: string }) => string;
      label: string;
      failed: string;
    };
    steps: {
      label: string;
      ordered: string;
      onTheWay: string;
      near: string;
      arrived: string;
      delivered: string;
      pickedUp: string;
    };
    gone: {
      title: string;
      text: string;
    };
    language: string;
  };
}
