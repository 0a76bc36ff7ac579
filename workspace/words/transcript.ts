import { inLanguage, number } from './language.ts'

const en = {
  title: 'Transcript',
  lines: 'Lines',
  none: {
    title: 'No transcript yet',
    text: 'It is made from the recordings of the session, once they are filed.',
  },
  empty: {
    title: 'Nothing was heard',
    text: 'The recordings have no words that the speech engine understood.',
  },
  status: { awaited: 'being made', draft: 'draft', certified: 'certified' },
  standing: {
    awaited: 'The speech engine is listening to the recordings.',
    draft: 'Made by a machine. Check it against the sound before you certify it.',
    certified: (name: string, at: string) =>
      `${name} checked it against the sound and certified it on ${at}.`,
  },
  made: (model: string) => `Made by ${model}.`,
  heard: (minutes: string, of: string | undefined) =>
    of === undefined ? `${minutes} heard so far.` : `${minutes} of ${of} heard so far.`,
  others: 'Transcripts of this session',
  nth: (place: number, status: string) => `Transcript ${place}, ${status}`,
  document: 'Open the document',
  case: 'Open the case',
  sound: {
    label: 'Sound',
    play: 'Play',
    pause: 'Pause',
    back: 'Back 3 seconds',
    speed: 'Speed',
    loading: 'Loading the sound…',
    failed: 'The sound could not be loaded.',
    at: (time: string) => `At ${time}`,
  },
  line: {
    play: (time: string, speaker: string) => `Play from ${time}, ${speaker}`,
    edit: 'Correct',
    text: (speaker: string) => `What ${speaker} said`,
    speaker: 'Who said it',
    save: 'Save',
    cancel: 'Cancel',
    corrected: 'corrected',
    silent: 'nobody spoke',
    unsure: (confidence: number) => `The engine was ${number(Math.round(confidence * 100))} % sure.`,
    conflict:
      'A colleague has changed this line. Your words are still in the field: save again to replace theirs.',
    now: (speaker: string, said: string) => `Now: ${speaker}: ${said || 'nobody spoke'}`,
  },
  speakers: {
    title: 'Recordings',
    name: (place: number) => `Speaker of recording ${place}`,
    rename: 'Rename',
    renamed: (name: string) => `Named ${name}.`,
  },
  certify: {
    button: 'Certify…',
    title: 'Certify this transcript',
    text: 'By certifying it you vouch that you have checked it against the sound. It changes no more, and the document in the case says who certified it and when.',
    unsure: (count: number) =>
      count === 1
        ? 'One word is left of which the engine was not sure.'
        : `${number(count)} words are left of which the engine was not sure.`,
    confirm: 'I have checked it: certify',
    done: 'The transcript is certified.',
  },
  keys: {
    play: 'play or pause',
    next: 'next line',
    previous: 'previous line',
    word: 'next word, and play',
    wordBack: 'previous word, and play',
    unsure: 'next unsure word',
    edit: 'correct the line',
    certify: 'certify',
  },
  count: (lines: number, unsure: number) =>
    `${number(lines)} ${lines === 1 ? 'line' : 'lines'} · ${number(unsure)} unsure ${unsure === 1 ? 'word' : 'words'}`,
}

export const words = inLanguage({ en })
