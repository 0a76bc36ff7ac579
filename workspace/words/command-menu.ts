import { inLanguage } from './language.ts'

const en = {
  title: 'Search or jump',
  placeholder: 'A docket number, a name, a document, a page number, a command…',
  groups: {
    recent: 'Recent',
    page: 'Page',
    cases: 'Cases',
    documents: 'Documents of this case',
    tasks: 'Tasks',
    people: 'People',
    commands: 'Commands',
  },
  goToPage: (page: number) => `Go to page ${page}`,
  casesWith: (name: string) => `Cases with ${name}`,
  nothing: 'Nothing matches.',
  searching: 'Searching…',
  results: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
  to: {
    work: 'Go to my work',
    cases: 'Go to the cases',
    sessions: 'Go to the sessions',
    mail: 'Go to the mail',
    reports: 'Go to the reports',
    admin: 'Go to the administration',
  },
  alerts: 'Go to my alerts',
  alertSettings: 'Notification settings',
  light: 'Light theme',
  dark: 'Dark theme',
  system: 'Theme as the system',
  compact: 'Compact rows',
  comfortable: 'Comfortable rows',
  changePassword: 'Change password',
  passkeys: 'Passkeys',
  tour: 'Take the tour',
  signOut: 'Sign out',
}

export const words = inLanguage({ en })
