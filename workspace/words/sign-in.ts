import { inLanguage } from './language.ts'

const en = {
  title: 'Sign in',
  toPortico: 'Sign in to Portico',
  username: 'Username',
  password: 'Password',
  button: 'Sign in',
  busy: 'Signing in…',
  refused: 'The username or the password is wrong.',
  tooMany: (seconds: number | undefined) =>
    `Too many attempts. Try again in ${seconds === undefined ? 'a minute' : `${seconds} seconds`}.`,
  unreachable: 'Portico cannot be reached. Check your connection, and try again.',
  missing: 'Enter your username and your password.',
  people: 'Or sign in as one of the sandbox’s people',
  peopleWhy: 'All of them are made up. One click signs you in.',
  peopleLocked:
    'This is a sandbox. To sign in as one of its people, open the address that `npm start` printed in the terminal, with #code= at its end. This browser then remembers it.',
  goOnAs: (name: string) => `Continue as ${name}`,
  somebodyElse: 'Sign in as somebody else',
  passkey: {
    button: 'Use a passkey',
    none: 'No passkey was used. Try again, or sign in with your password.',
    unfit: 'Passkeys do not work on this device or at this address. Sign in with your password.',
    refused: 'This passkey does not sign you in here. It may have been removed.',
  },
  ended: 'Your sign-in has ended. Sign in to continue; what you typed is still here.',
}

export const words = inLanguage({ en })
