import type { Token } from './tokens.ts'

/** Greedy, up to a bounded number of tokens; undefined if nothing matches. */
type Matcher = (
  tokens: readonly Token[],
  from: number,
  options: { isPlural: boolean },
) => { to: number; texts: () => string[] } | undefined

const maxSections = 60
const maxWords = 15
const maxSectionTokens = 24

export const placeholders = {
  number: (tokens, from) => {
    const number = numberAt(tokens, from)
    return number && { to: number.to, texts: () => [number.text] }
  },
  section: sectionsAt,
  name: nameAt,
  pages: pagesAt,
  court: courtAt,
  year: (tokens, from) => {
    const text = tokens[from]?.text ?? ''
    return isNumber(tokens[from]) && isYear(text) ? { to: from + 1, texts: () => [text] } : undefined
  },
} as const satisfies Record<string, Matcher>

export type Placeholder = keyof typeof placeholders
export const placeholderNames = Object.keys(placeholders) as Placeholder[]

const isNumber = (token: Token | undefined): token is Token => token?.kind === 'number'
const isYear = (text: string) => /^(?:1[789]|2[01])\d\d$/.test(text)

/** Digits, perhaps grouped in threes. */
function numberAt(tokens: readonly Token[], from: number): { to: number; text: string } | undefined {
  const first = tokens[from]
  if (!isNumber(first)) return undefined
  let to = from + 1
  let text = first.text
  for (let groups = 0; groups < 4 && text.length <= 3 + groups * 4; groups++) {
    const [comma, group] = [tokens[to], tokens[to + 1]]
    const isGroup =
      comma?.key === ',' && !comma.hasGap && isNumber(group) && !group.hasGap && group.text.length === 3
    if (!isGroup || first.hasDot) break
    text += `,${group.text}`
    to += 2
  }
  return { to, text }
}

/** A section, or several: `1110, 5107(b) and 5103A`. */
function sectionsAt(tokens: readonly Token[], from: number, { isPlural }: { isPlural: boolean }) {
  const first = sectionAt(tokens, from)
  if (!first) return undefined
  const texts = [first.text]
  let to = first.to
  while (texts.length < maxSections) {
    const nextStart = separatorEnd(tokens, to)
    const next = nextStart === undefined ? undefined : sectionAt(tokens, nextStart)
    if (!next || beginsNextAuthority(tokens[next.to])) break
    // After a single § a bare number is probably a count: “§ 3.303 and 3 examinations”.
    if (!isPlural && !/^\d+\.\d/.test(next.text)) break
    if (!texts.includes(next.text)) texts.push(next.text)
    to = next.to
  }
  return { to, texts: () => texts }
}

const separators = [',', '&']

/** The index after a comma, `and`, `or`, `&`, or a comma with one of these. */
function separatorEnd(tokens: readonly Token[], from: number): number | undefined {
  const isWord = (at: number) => ['and', 'or', '&'].includes(tokens[at]?.key ?? '')
  if (tokens[from - 1]?.hasDot) return undefined
  if (isWord(from)) return from + 1
  if (!separators.includes(tokens[from]?.key ?? '')) return undefined
  return isWord(from + 1) ? from + 2 : from + 1
}

/** In `§§ 1110, 38 C.F.R.` the second number begins another authority. */
const beginsNextAuthority = (next: Token | undefined) =>
  next?.hasGap === true && (next.key === '§' || next.isCapital)

/** `3.303(d)`, `5103A`, `4.71a`, `2000e-5(b)`, `17.1-3`. */
function sectionAt(tokens: readonly Token[], from: number): { to: number; text: string } | undefined {
  if (!isNumber(tokens[from])) return undefined
  let text = ''
  let index = from
  while (index < from + maxSectionTokens) {
    const [last, token] = [tokens[index - 1], tokens[index]]
    if (!token) break
    const isTight = index === from || !token.hasGap
    if (isNumber(token) && isTight && (index === from || last?.hasDot || last?.key === '-')) {
      text += index > from && last?.hasDot ? `.${token.text}` : token.text
    } else if (
      token.kind === 'word' &&
      isTight &&
      isNumber(last) &&
      !last.hasDot &&
      /^\p{L}{1,2}$/u.test(token.text)
    ) {
      text += token.text
    } else if (
      token.key === '-' &&
      isTight &&
      !last?.hasDot &&
      isNumber(tokens[index + 1]) &&
      !tokens[index + 1]?.hasGap
    ) {
      text += '-'
    } else {
      const paragraph = paragraphAt(tokens, index)
      if (paragraph === undefined || last?.hasDot) break
      text += paragraph
      index += 2
    }
    index += 1
  }
  return { to: index, text }
}

/** `(a)`, `(1)`, `(iii)`; not `(2015)`. */
function paragraphAt(tokens: readonly Token[], at: number): string | undefined {
  const [open, content, close] = tokens.slice(at, at + 3)
  if (open?.key !== '(' || close?.key !== ')' || !content || content.hasGap) return undefined
  return /^(?:\p{Nd}{1,2}|\p{L}{1,2}|[ivxl]+)$/iu.test(content.text) ? `(${content.text})` : undefined
}

/** `53`, `53-54, 61`. */
function pagesAt(tokens: readonly Token[], from: number) {
  const rangeAt = (at: number) => {
    const first = numberAt(tokens, at)
    if (first && tokens[first.to]?.key === '-') {
      const last = numberAt(tokens, first.to + 1)
      if (last) return { to: last.to, text: `${first.text}-${last.text}` }
    }
    return first
  }
  const first = rangeAt(from)
  if (!first) return undefined
  let { to, text } = first
  for (let count = 0; count < maxWords && tokens[to]?.key === ','; count++) {
    const next = rangeAt(to + 1)
    if (!next) break
    text += `, ${next.text}`
    to = next.to
  }
  const pages = text
  return { to, texts: () => [pages] }
}

/** Words that introduce a citation and are not part of a name. */
const introductions = new Set(
  'see cf compare but accord contra also in under as the citing quoting and per with from by on for at to when while although because since following pursuant however here thus therefore both unlike like applying overruling id e.g eg this that both neither'.split(
    ' ',
  ),
)
const connectors = new Set('of the and for de la del der van von ex rel on to'.split(' '))
/** A full stop after these does not end a name. */
const abbreviations = new Set(
  "am assoc assn ass'n auto bd bros cnty co comm comm'n comm'r corp ctr dep't dept dev dist div dr educ elec emp eng'g env't ex exch fed fin found gen gov't gov grp hosp hous inc indus ins inst int'l invs jr lab liab ltd mach med mfg mfrs mgmt mun mut nat'l no org pharm prods prop prot pub r ref rel res ret rev ry sch sci sec sec'y serv servs soc soc'y sr st sur sys tech tel transp univ util vill".split(
    ' ',
  ),
)
const endings = new Set('inc llc ltd co corp jr sr llp l p n s'.split(' '))
const isVersus = ({ key }: Token) => key === 'v' || key === 'vs'

/** A party in the name of a case: capitalised words and their connectors. */
function nameAt(tokens: readonly Token[], from: number) {
  let to: number | undefined
  const end = Math.min(tokens.length, from + maxWords)
  for (let index = from; index < end; index++) {
    const token = tokens[index] as Token
    if (isVersus(token) || (index > from && endsName(tokens[index - 1] as Token))) break
    const { isCapital } = token
    if (index === from && (!isCapital || introductions.has(token.key))) return undefined
    if (isCapital) to = index + 1
    else if (token.key === ',' && endings.has(tokens[index + 1]?.key ?? '') && tokens[index + 1]?.hasGap)
      continue
    else if (!(connectors.has(token.key) || token.key === '&' || (token.key === '-' && !token.hasGap))) break
  }
  return to === undefined ? undefined : { to, texts: () => [canonicalText(tokens.slice(from, to))] }
}

/** Whether a full stop here ends a sentence, not an abbreviation. */
const endsName = ({ hasDot, isCapital, key, text }: Token) =>
  hasDot && !abbreviations.has(key) && !(isCapital && text.length === 1) && !key.includes("'")

/** `Fed. Cir.`, `D.C. Cir.`, `9th Cir.`, `S.D.N.Y.` */
function courtAt(tokens: readonly Token[], from: number) {
  let to = from
  while (to < from + 8) {
    const [token, next] = [tokens[to], tokens[to + 1]]
    if (token?.isCapital) to += 1
    else if (isNumber(token) && next?.kind === 'word' && !next.hasGap && /^(?:st|nd|rd|th|d)$/.test(next.key))
      to += 2
    else break
  }
  return to === from ? undefined : { to, texts: () => [canonicalText(tokens.slice(from, to))] }
}

/** With canonical spacing: `Fed.Cir.` becomes `Fed. Cir.`, and `U. S.` becomes `U.S.`. */
function canonicalText(tokens: readonly Token[]): string {
  let result = ''
  for (const [index, { kind, text, hasDot, hasGap }] of tokens.entries()) {
    const before = tokens[index - 1]
    const areInitials = before?.hasDot && before.text.length === 1 && text.length === 1 && kind === 'word'
    const isSeparate = before !== undefined && text !== ',' && !areInitials && (hasGap || before.hasDot)
    result += `${isSeparate ? ' ' : ''}${text.replaceAll('’', "'")}${hasDot ? '.' : ''}`
  }
  return result
}
