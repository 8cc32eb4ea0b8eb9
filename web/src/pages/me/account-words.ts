export const WORDS_OF_ACCOUNT = {
  rename: {
    title: 'Your name',
    text:
      'You can change it three times in thirty days. The name that you give up is kept for you for 180 days. Games and ' +
      'competitions that you are in keep the one under which you entered.',
    name: 'New name',
    go: 'Take this name',
    done: (name: string) => `You are ${name} now.`,
    former: 'What you were called, which everybody can see',
    until: 'until',
  },
  devices: {
    title: 'Your devices',
    text: 'Each plays as you with a token of its own. Sign out those that you no longer use, or do not know.',
    here: 'this one',
    unnamed: 'without a name',
    since: 'since',
    used: 'last used',
    neverUsed: 'not used yet',
    name: 'What you call this device',
    rename: 'Call it so',
    end: (name: string, since: string) => `Sign out: ${name}, since ${since}`,
    endMeans: 'It no longer plays as you.',
    endOthers: 'Sign out everywhere else',
    endOthersMeans:
      'Every other device, browser and program that plays or reads as you is out, those with this browser’s token too: it gets a new one.',
    endedOthers: 'Done: you are signed in here and nowhere else.',
    add: 'Add a device',
    addText: 'On the other device, open “I have played here before” and type this code. It lets one device in.',
    code: 'Code for the other device',
    goodUntil: 'Good until',
    added: (name: string) => `A device was added: ${name}.`,
    ended: 'The code is no longer good.',
  },
  playHere: {
    title: 'Play on this device too',
    text: 'Get a code under your name on a device that plays already: “Add a device”.',
    code: 'Code',
    name: 'What you call this device',
    optional: 'may be left empty',
    go: 'Play here',
  },
  export: {
    title: 'All that is yours',
    text:
      'A ZIP archive of JSON files: your profile, games with their transcripts, messages, ratings, competitions and settings. ' +
      'It holds no token and no code.',
    go: 'Save the archive',
    busy: 'Packing …',
    saved: 'The archive was handed to your browser.',
  },
  deletion: {
    title: 'Delete your account',
    what: 'What will happen, and nothing brings the account back:',
    happens: [
      'Your tokens, devices, webhooks, messages, plans and former names are gone at once.',
      'Running games are resigned, your open tables are closed, seats and invitations are given up.',
      'Seeks end, entries in competitions are withdrawn, and competitions of yours that have not begun are called off.',
      'Your name shows as “deleted” wherever it stood, and is free for anybody.',
      'Your id stays, with results, ratings and the games of those who played you.',
    ],
    code: 'To confirm, type the recovery code',
    codeMeans: 'Without one, get it above first. Save the archive before, if you want to keep what is yours.',
    go: 'Delete my account',
    means: (name: string) => `${name} will be gone for good.`,
  },
};
