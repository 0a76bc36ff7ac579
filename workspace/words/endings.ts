import { inLanguage } from './language.ts'

const en = {
  title: 'This would end:',
  case: (reason: string) => `The case (${reason})`,
  issue: {
    withdrawn: 'issue, withdrawn',
    ineligible: 'issue, ineligible',
    moved: 'issue, moved to another case',
    undecided: 'issue, left undecided',
  },
  task: (holder: string) => (holder ? `task of ${holder}` : 'task'),
  taskMoved: 'task, moved to the case that continues this one',
  session: (at: string) => (at ? `session on ${at}` : 'session without a date'),
  conference: 'with its conference',
  draft: 'A draft of the decision',
  remand: 'A remand, whose work nobody would wait for any more',
  letter: 'letter not sent yet',
  hold: (at: string) => `A slot held for ${at}`,
  changed: 'Something has changed since. Look at what would end now.',
  confirm: 'End all of this',
  sign: 'Sign, and end all of this',
}

export const words = inLanguage({ en })
