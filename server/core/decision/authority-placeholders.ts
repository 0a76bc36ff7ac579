import type { Token } from './tokens.ts'

/** Each takes as much as it can, up to a bounded number of tokens; undefined if there is nothing of it. */
type Take = (
  tokens: readonly Token[],
  from: number,
  how: { isPlural: boolean },
) => { to: number; texts: () => string[] } | undefined

const mostSections = 60
const mostWords = 15
const mostOfSection = 24

export const placeholders = {
  number: (tokens, from) => {
    const taken = numberAt(tokens, from)
    return taken && { to: taken.to, texts: () => [taken.text] }
  },
  section: sectionsAt,
  name: nameAt,
  pages: pagesAt,
  court: courtAt,
  year: (tokens, from) => {
    const text = tokens[from]?.text ?? ''
    return isNumber(tokens[from]) && isYear(text) ? { to: from + 1, texts: () => [text] } : undefined
  },
} as const satisfies Record<string, Take>

export type Placeholder = keyof typeof placeholders
export const placeholderNames = Object.keys(placeholders) as Placeholder[]

const isNumber = (token: Token | undefined): token is Token => token?.kind === 'number'
const isYear = (text: string) => /^(?:1[789]|2[01])\d\d$/.test(text)

/** Digits, also in groups of three. */
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
  while (texts.length < mostSections) {
    const more = separatorEnd(tokens, to)
    const next = more === undefined ? undefined : sectionAt(tokens, more)
    if (!next || isOfNextAuthority(tokens[next.to])) break
    // After one § a bare number is rather a count: “§ 3.303 and 3 examinations”.
    if (!isPlural && !/^\d+\.\d/.test(next.text)) break
    if (!texts.includes(next.text)) texts.push(next.text)
    to = next.to
  }
  return { to, texts: () => texts }
}

const signs = [',', '&']

/** Behind a comma, `and`, `or`, `&`, or a comma with one of these. */
function separatorEnd(tokens: readonly Token[], from: number): number | undefined {
  const isWord = (at: number) => ['and', 'or', '&'].includes(tokens[at]?.key ?? '')
  if (tokens[from - 1]?.hasDot) return undefined
  if (isWord(from)) return from + 1
  if (!signs.includes(tokens[from]?.key ?? '')) return undefined
  return isWord(from + 1) ? from + 2 : from + 1
}

/** In `§§ 1110, 38 C.F.R.` the second number begins another authority. */
const isOfNextAuthority = (next: Token | undefined) =>
  next?.hasGap === true && (next.key === '§' || next.isCapital)

/** `3.303(d)`, `5103A`, `4.71a`, `2000e-5(b)`, `17.1-3`. */
function sectionAt(tokens: readonly Token[], from: number): { to: number; text: string } | undefined {
  if (!isNumber(tokens[from])) return undefined
  let text = ''
  let at = from
  while (at < from + mostOfSection) {
    const [last, token] = [tokens[at - 1], tokens[at]]
    if (!token) break
    const isTight = at === from || !token.hasGap
    if (isNumber(token) && isTight && (at === from || last?.hasDot || last?.key === '-')) {
      text += at > from && last?.hasDot ? `.${token.text}` : token.text
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
      isNumber(tokens[at + 1]) &&
      !tokens[at + 1]?.hasGap
    ) {
      text += '-'
    } else {
      const inside = paragraphAt(tokens, at)
      if (inside === undefined || last?.hasDot) break
      text += inside
      at += 2
    }
    at += 1
  }
  return { to: at, text }
}

/** `(a)`, `(1)`, `(iii)`; not `(2015)`. */
function paragraphAt(tokens: readonly Token[], at: number): string | undefined {
  const [open, inside, close] = tokens.slice(at, at + 3)
  if (open?.key !== '(' || close?.key !== ')' || !inside || inside.hasGap) return undefined
  return /^(?:\p{Nd}{1,2}|\p{L}{1,2}|[ivxl]+)$/iu.test(inside.text) ? `(${inside.text})` : undefined
}

/** `53`, `53-54, 61`. */
function pagesAt(tokens: readonly Token[], from: number) {
  const taken = (at: number) => {
    const first = numberAt(tokens, at)
    if (first && tokens[first.to]?.key === '-') {
      const last = numberAt(tokens, first.to + 1)
      if (last) return { to: last.to, text: `${first.text}-${last.text}` }
    }
    return first
  }
  const first = taken(from)
  if (!first) return undefined
  let { to, text } = first
  for (let count = 0; count < mostWords && tokens[to]?.key === ','; count++) {
    const next = taken(to + 1)
    if (!next) break
    text += `, ${next.text}`
    to = next.to
  }
  const shown = text
  return { to, texts: () => [shown] }
}

/** What introduces a citation, and is no part of a name. */
const introductions = new Set(
  'see cf compare but accord contra also in under as the citing quoting and per with from by on for at to when while although because since following pursuant however here thus therefore both unlike like applying overruling id e.g eg this that both neither'.split(
    ' ',
  ),
)
const connectors = new Set('of the and for de la del der van von ex rel on to'.split(' '))
/** After these a name goes on behind the full stop. */
const abbreviations = new Set(
  "am assoc assn ass'n auto bd bros cnty co comm comm'n comm'r corp ctr dep't dept dev dist div dr educ elec emp eng'g env't ex exch fed fin found gen gov't gov grp hosp hous inc indus ins inst int'l invs jr lab liab ltd mach med mfg mfrs mgmt mun mut nat'l no org pharm prods prop prot pub r ref rel res ret rev ry sch sci sec sec'y serv servs soc soc'y sr st sur sys tech tel transp univ util vill".split(
    ' ',
  ),
)
const endings = new Set('inc llc ltd co corp jr sr llp l p n s'.split(' '))
const isVersus = ({ key }: Token) => key === 'v' || key === 'vs'

/** A party as cases are named: words with a capital letter, and what joins them. */
function nameAt(tokens: readonly Token[], from: number) {
  let to: number | undefined
  const most = Math.min(tokens.length, from + mostWords)
  for (let at = from; at < most; at++) {
    const token = tokens[at] as Token
    if (isVersus(token) || (at > from && endsName(tokens[at - 1] as Token))) break
    const { isCapital } = token
    if (at === from && (!isCapital || introductions.has(token.key))) return undefined
    if (isCapital) to = at + 1
    else if (token.key === ',' && endings.has(tokens[at + 1]?.key ?? '') && tokens[at + 1]?.hasGap) continue
    else if (!(connectors.has(token.key) || token.key === '&' || (token.key === '-' && !token.hasGap))) break
  }
  return to === undefined ? undefined : { to, texts: () => [shownAs(tokens.slice(from, to))] }
}

/** A sentence ends here, and no abbreviation. */
const endsName = ({ hasDot, isCapital, key, text }: Token) =>
  hasDot && !abbreviations.has(key) && !(isCapital && text.length === 1) && !key.includes("'")

/** `Fed. Cir.`, `D.C. Cir.`, `9th Cir.`, `S.D.N.Y.`; nothing else can stand before a year. */
function courtAt(tokens: readonly Token[], from: number) {
  let to = from
  while (to < from + 8) {
    const [token, next] = [tokens[to], tokens[to + 1]]
    if (token?.isCapital) to += 1
    else if (isNumber(token) && next?.kind === 'word' && !next.hasGap && /^(?:st|nd|rd|th|d)$/.test(next.key))
      to += 2
    else break
  }
  return to === from ? undefined : { to, texts: () => [shownAs(tokens.slice(from, to))] }
}

/** However it is spaced: `Fed.Cir.` is `Fed. Cir.`, `U. S.` is `U.S.`. */
function shownAs(tokens: readonly Token[]): string {
  let shown = ''
  for (const [index, { kind, text, hasDot, hasGap }] of tokens.entries()) {
    const before = tokens[index - 1]
    const areInitials = before?.hasDot && before.text.length === 1 && text.length === 1 && kind === 'word'
    const isApart = before !== undefined && text !== ',' && !areInitials && (hasGap || before.hasDot)
    shown += `${isApart ? ' ' : ''}${text.replaceAll('’', "'")}${hasDot ? '.' : ''}`
  }
  return shown
}
