/** A word, number or sign of a text; a full stop belongs to the token before it. */
export type Token = {
  kind: 'word' | 'number' | 'sign'
  text: string
  /** In lower case, with straight apostrophes. */
  key: string
  start: number
  end: number
  /** A word that begins with a capital letter. */
  isCapital: boolean
  hasDot: boolean
  hasGap: boolean
}

const pattern =
  /(?<space>[\s\u00a0\u200b\u2060]+)|(?<word>[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*['’]?)|(?<number>\p{Nd}+)|(?<sign>.)/gsu

const capital = /^\p{Lu}/u
const dashes = /[\u2010-\u2015\u2212]/

/** Split into letters, so that USC, U.S.C. and U. S. C. are the same. */
const isAbbreviation = /^\p{Lu}{2,5}$/u

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let hasGap = true
  for (const { groups = {}, 0: match, index } of text.matchAll(pattern)) {
    if (groups.space !== undefined) {
      hasGap = true
      continue
    }
    const last = tokens.at(-1)
    if (match === '.' && last && !hasGap && !last.hasDot) {
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
    if (groups.number !== undefined) add('number', match, index)
    else if (groups.sign !== undefined) add('sign', match, index)
    else if (isAbbreviation.test(match)) {
      let at = index
      for (const letter of match) {
        add('word', letter, at)
        at += letter.length
      }
    } else add('word', match, index)
  }
  return tokens
}
