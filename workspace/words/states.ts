import { inLanguage } from './language.ts'

const en = {
  loading: 'Loading…',
  tryAgain: 'Try again',
  anotherPerson: 'Another person',
  error: {
    title: 'This did not work',
    unexpected: 'Something went wrong on this screen.',
    request: (id: string) => `Request ${id}`,
  },
  notFound: { title: 'Not found', text: 'It does not exist, or you may not see it.' },
  noPermission: { title: 'You may not see this', text: 'Ask an administrator if you need it for your work.' },
  offline: {
    title: 'Portico cannot be reached',
    text: 'Check your connection. This screen resumes by itself.',
  },
  ended: { title: 'Your sign-in has ended', text: 'Sign in to continue.' },
  stale: {
    away: (since: string) => `Not up to date since ${since}: Portico cannot be reached.`,
    other: (since: string) => `Not up to date since ${since}.`,
  },
  keptDraft: 'What you typed earlier is here, not saved yet.',
  startOver: 'Start over',
  missing: (field: string) => `${field} is missing.`,
}

export const words = inLanguage({ en })
