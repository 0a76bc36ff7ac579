import { inLanguage } from './language.ts'

const en = {
  title: (name: string) => `Welcome, ${name}`,
  skip: 'Skip the tour',
  next: 'Next',
  back: 'Back',
  done: 'Begin',
  step: (at: number, all: number) => `${at} of ${all}`,
  steps: [
    {
      title: 'Your work, in order',
      text: 'Tasks stand in the order in which they should be done, each with the reason. Press j and k to move, Enter to read, n to get the next one.',
    },
    {
      title: 'Evidence and judgment side by side',
      text: 'The reader shows the pages as they were filed. Search the whole case, tag, comment, and cite a page for an issue with two keys.',
    },
    {
      title: 'Everything is one key away',
      text: 'Ctrl K (⌘K on a Mac) jumps to a case, a document, a page or a command. A question mark shows every shortcut of the screen.',
    },
    {
      title: 'Nothing is lost',
      text: 'What colleagues do appears by itself. What you type stays, also when the connection or your sign-in ends. Every screen has an address that you can send to a colleague.',
    },
  ],
}

export const words = inLanguage({ en })
