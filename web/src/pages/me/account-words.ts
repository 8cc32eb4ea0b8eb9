export const WORDS_OF_ACCOUNT = {
  rename: {
    title: 'Your name',
    text:
      'You can change it three times in thirty days. Your old name is kept for you for 180 days. Games and ' +
      'competitions that you are in keep the old one.',
    name: 'New name',
    go: 'Take this name',
    done: (name: string) => `You are ${name} now.`,
    former: 'Your former names, which everyone can see',
    until: 'until',
  },
  devices: {
    title: 'Your devices',
    text: 'Each of them can play as you. Sign out those that you no longer use or do not know.',
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
      'All other devices, browsers and programs are signed out, and notifications are off. You stay signed in here.',
    endedOthers:
      'Done: you are signed in here and nowhere else. Check each notification channel before you switch it on again.',
    add: 'Add a device',
    addText: 'On the other device, open “I have played here before” and type this code. It lets one device in.',
    code: 'Code for the other device',
    goodUntil: 'Good until',
    added: (name: string) => `A device was added: ${name}.`,
    ended: 'The code no longer works.',
  },
  playHere: {
    title: 'Play on this device too',
    text: 'On the device where you play already, open your settings, and tap “Add a device”. Type its code here.',
    code: 'Code',
    name: 'What you call this device',
    optional: 'may be left empty',
    go: 'Play here',
  },
  export: {
    title: 'All that is yours',
    text:
      'Your profile, games, messages, ratings, competitions and settings, in one ZIP file. ' +
      'No one can sign in with it.',
    go: 'Save the archive',
    busy: 'Packing …',
    saved: 'The archive was handed to your browser.',
  },
  deletion: {
    title: 'Delete your account',
    what: 'This cannot be undone:',
    happens: [
      'Your devices, tokens, webhooks, messages, plans and former names are deleted at once.',
      'You resign from running games. Your open tables, seats and invitations are closed.',
      'You leave all competitions. Competitions of yours that have not begun are called off.',
      'Your name shows as “deleted” everywhere, and others can take it.',
      'Results, ratings and the games of your opponents stay, without your name.',
    ],
    code: 'To confirm, type the recovery code',
    codeMeans: 'If you have none, get one above. To keep your data, save it first.',
    go: 'Delete my account',
    means: (name: string) => `${name} will be gone for good.`,
  },
};
