import { inLanguage } from './language.ts'

const en = {
  title: 'Session',
  noLink: 'Open the link that you were sent: it is for you alone.',
  check: {
    title: 'Before you join',
    explain: 'Allow the microphone, and speak: the bar must move.',
    test: 'Test the microphone',
    level: 'Level of your microphone',
    refused: 'The microphone cannot be used. Allow it in your browser, or connect one, and test again.',
    join: 'Join',
  },
  waiting: {
    title: 'Waiting room',
    explain: 'A host lets you in when the session begins. Keep this page open.',
    name: (name: string) => `You are here as ${name}.`,
    begins: (when: string) => `It begins on ${when}.`,
  },
  consent: {
    title: 'May you be recorded?',
    explain: 'The session is recorded. Your voice is stored as a file of its own, and filed on the case.',
    yes: 'I agree',
    no: 'Do not record me',
    after: 'Record me after all',
  },
  over: {
    title: 'The session is over',
    sending: 'Your last words are being sent. Keep this page open.',
    sent: 'You can close this page.',
    tooLate: (count: number) =>
      `${count} s of your voice came too late and ${count === 1 ? 'is' : 'are'} not in the recording.`,
  },
  left: 'You have left the session.',
  again: 'Join again',
  docket: (docket: string) => `Session on ${docket}`,
  people: 'Who is here',
  you: 'you',
  host: 'Host',
  status: { waiting: 'Waiting', here: 'Here', away: 'Away' },
  notRecorded: 'Not recorded',
  admit: (name: string) => `Let ${name} in`,
  remove: (name: string) => `Remove ${name}`,
  lost: {
    why: 'Your microphone is gone: nobody hears you. Connect one.',
    again: 'Use the microphone again',
  },
  mute: 'Mute',
  unmute: 'Unmute',
  pause: 'Pause',
  offTheRecord: 'Off the record',
  resume: 'Resume recording',
  leave: 'Leave',
  recording: {
    on: 'Recording',
    paused: 'Paused: nothing is recorded',
    offTheRecord: 'Off the record: nothing is recorded',
  },
  captions: 'Captions',
  conference: {
    join: 'Join the session',
    notReady: 'The conference is not ready yet.',
    guest: 'Name of a guest',
    invite: 'Make a link',
    renew: 'Make the conference anew',
    renewed: 'It could not be joined.',
    link: (name: string) => `Link for ${name}: send it to nobody else`,
  },
  unsent: (count: number) => `${count} s of your voice not sent yet`,
  unreachable: 'The service cannot be reached. It is tried again.',
  away: 'The service cannot be reached. What you say is kept here and sent later.',
}

export const words = inLanguage({ en })
