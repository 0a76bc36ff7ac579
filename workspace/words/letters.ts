import { inLanguage } from './language.ts'

const en = {
  back: 'Back',
  write: 'Write a letter…',
  form: {
    title: 'Write a letter',
    letter: 'Letter',
    to: 'To',
    reason: 'Reason',
    reasonHint: 'Fills the field “reason” of the letter',
    noAddress: 'no address',
    preview: 'Preview',
    previewing: 'Composing…',
    previewPage: (page: number) => `The letter as it would be sent, page ${page}`,
    send: 'Send it',
    sent: 'The letter is on its way: it is composed, filed on the case and handed over.',
    noLetters: 'The profile has no letters.',
    missing: { letter: 'Choose a letter.', to: 'Choose who gets it.' },
  },
  settle: {
    receipt: 'Mailed…',
    failure: 'Came back…',
    title: { receipt: 'Record that it was sent', failure: 'Record that it came back' },
    channel: 'How it was sent',
    sentOn: 'On',
    tracking: 'Tracking number',
    why: 'Why',
    whyHint: 'A task takes it up, with this reason',
    missing: { receipt: 'Say how and when it was sent.', why: 'Say why it came back.' },
    ok: { receipt: 'Record', failure: 'Record' },
    receipted: 'The receipt is recorded.',
    failed: 'It is recorded. A task takes it up.',
  },
}

export const words = inLanguage({ en })
