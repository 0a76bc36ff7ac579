import { inLanguage } from './language.ts'

const en = {
  portico: 'Portico',
  skipToContent: 'Skip to the content',
  navigation: 'Workspace',
  work: 'Work',
  cases: 'Cases',
  sessions: 'Sessions',
  mail: 'Mail',
  reports: 'Reports',
  admin: 'Admin',
  foldSideBar: 'Fold the side bar',
  unfoldSideBar: 'Unfold the side bar',
  syntheticData: 'synthetic data',
  syntheticDataWhy: 'This is a sandbox: every person and case in it is made up.',
  jump: 'Search or jump to a case, document, page…',
  live: { live: 'live', periodic: 'periodic', offline: 'offline' },
  liveTitle: {
    live: 'What others do appears here by itself.',
    periodic: 'Lists are looked at again from time to time.',
    offline: 'The service does not answer. What you type is kept.',
  },
  account: (initials: string, name: string) => `${initials}: account of ${name}`,
  signOut: 'Sign out',
  changePassword: 'Change password',
  passkeys: 'Passkeys',
  alertSettings: 'Notification settings',
  jumpKey: 'Search or jump',
  appearance: 'Appearance',
  theme: { label: 'Theme', system: 'As the system', light: 'Light', dark: 'Dark' },
  density: { label: 'Density', compact: 'Compact', comfortable: 'Comfortable' },
  letterKeys: 'Single-letter keys',
  shortcuts: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    everywhere: 'Everywhere',
    show: 'Show the shortcuts',
  },
  notFound: {
    title: 'There is nothing at this address',
    text: 'The link may be old or incomplete.',
    home: 'Go to my work',
    cases: 'Go to the cases',
  },
}

export const words = inLanguage({ en })
