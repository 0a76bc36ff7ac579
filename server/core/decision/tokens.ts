/** A word, a number or a sign of a text; a full stop belongs to what it stands behind. */
export type Token = {
  kind: 'word' | 'number' | 'sign'
  text: string
  /** In small letters, with straight apostrophes. */
  key: string
  start: number
  end: number
  /** A word that begins with one. */
  isCapital: boolean
  hasDot: boolean
  hasGap: boolean
}

const pattern =
  /(?<space>[\s\u00a0\u200b\u2060]+)|(?<word>[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*['’]?)|(?<number>\p{Nd}+)|(?<sign>.)/gsu

const capital = /^\p{Lu}/u
const dashes = /[\u2010-\u2015\u2212]/

/** Abbreviations are split, so that USC, U.S.C. and U. S. C. are the same. */
const isAbbreviation = /^\p{Lu}{2,5}$/u

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let hasGap = true
  for (const { groups = {}, 0: found, index } of text.matchAll(pattern)) {
    if (groups.space !== undefined) {
      hasGap = true
      continue
    }
    const last = tokens.at(-1)
    if (found === '.' && last && !hasGap && !last.hasDot) {
      last.hasDot = true
      last.end = index + 1
      continue
    }
    const add = (kind: Token['kind'], part: string, at: number) => {
      const key = dashes.test(part) ? '-' : part.toLowerCase().replaceAll('’', "'")
      const isCapital = kind === 'word' && capital.test(part)
      const end = at + part.length
      tokens.push({ kind, text: part, key, start: at, end, isCapital, hasDot: false, hasGap })
      hasGap = false
    }
    if (groups.number !== undefined) add('number', found, index)
    else if (groups.sign !== undefined) add('sign', found, index)
    else if (isAbbreviation.test(found)) {
      let at = index
      for (const letter of found) {
        add('word', letter, at)
        at += letter.length
      }
    } else add('word', found, index)
  }
  return tokens
}
