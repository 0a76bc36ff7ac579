import { readFileSync } from 'node:fs'

let listed: Set<string> | undefined

/** Common passwords and the words that they are made of; read when the first password is set. */
function commonPasswords(): Set<string> {
  listed ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  )
  return listed
}

/**
 * Whether a password is among the first that a guesser tries: a common one, a name of its account, one of these with
 * digits or signs around it, the same one again, or a few characters over and over. Nothing is said about which kinds
 * of characters it has.
 */
export function isGuessable(password: string, names: readonly string[]): boolean {
  const common = commonPasswords()
  const ofAccount = new Set(names.flatMap(partsOf))
  const isKnown = (word: string) => common.has(word) || ofAccount.has(word)
  const plain = password.toLowerCase()
  return [plain, withoutLeet(plain)].some((form) => {
    const bare = form.replaceAll(/\s/g, '')
    const core = bare.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    return [bare, core, unitOf(core)].some(isKnown) || [...unitOf(bare)].length <= 3
  })
}

/** `ada.byron@example.org` gives itself, `ada.byron`, `ada` and so on: each is guessed with digits behind it. */
function partsOf(name: string): string[] {
  const whole = name.normalize('NFKC').toLowerCase().trim()
  const local = whole.replace(/@.*$/, '')
  const parts = [whole, local, local.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...local.split(/[^\p{L}\p{N}]+/u)]
  return parts.flatMap((part) => [part, part.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')]).filter(Boolean)
}

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const withoutLeet = (text: string) =>
  text.replaceAll(/(?<=\p{L})[013457@$!](?=.*\p{L})|^[013457@$!](?=\p{L})/gu, (sign) => leet[sign] ?? sign)

/** What it repeats, if it is nothing but repetition; otherwise itself. */
function unitOf(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text
}
