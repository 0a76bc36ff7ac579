import type { PageRange } from '../pdf/page-ranges.ts'
import { documentName } from './document-name.ts'
import { type PageSigns, type ReadPage, readSigns } from './page-signs.ts'

/** A document that seems to begin here, for a person to accept or change. */
export type ProposedDocument = PageRange & {
  name: string
  category?: string
  /** Sentences that say why. */
  reasons: string[]
  /** 0 to 1. */
  confidence: number
}

/** Which words tell documents apart: data of a profile. */
export type DocumentSigns = {
  /** Its first group is the number. */
  formNumber: RegExp
  kinds: readonly { says: RegExp; name: string; category: string }[]
}

type Evidence = { weight: number; reason?: string }

const enough = 0.5

/** Divides pages, given in order, where a new document seems to begin. Every page is in one of the proposals. */
export function proposeBoundaries(pages: readonly ReadPage[], signs: DocumentSigns): ProposedDocument[] {
  const read = readSigns(pages, signs.formNumber)
  const starts = read.flatMap((page, index) => {
    const before = read[index - 1]
    if (!before) return [{ index, reasons: ['The file begins here.'], score: 1 }]
    const evidence = compare(before, page, signs)
    const score = evidence.reduce((sum, { weight }) => sum + weight, 0)
    const reasons = evidence.flatMap(({ weight, reason }) => (weight > 0 && reason ? [reason] : []))
    return score >= enough ? [{ index, reasons, score }] : []
  })
  return starts.map(({ index, reasons, score }, at) => {
    const first = read[index]!
    const end = starts[at + 1]?.index ?? read.length
    return {
      firstPage: first.page,
      pageCount: end - index,
      ...describe(first, signs),
      reasons,
      confidence: Math.round(Math.min(0.99, score) * 100) / 100,
    }
  })
}

function compare(before: PageSigns, page: PageSigns, signs: DocumentSigns): Evidence[] {
  if (page.kind === 'blank') return []
  if (before.kind === 'blank')
    return [{ weight: 0.5, reason: 'A blank page comes before.' }, ...compareText(before, page, signs)]
  if (page.kind === 'withoutText')
    return before.kind === 'withoutText' ? [] : [{ weight: 0.5, reason: 'Pages without text begin here.' }]
  if (before.kind === 'withoutText')
    return [
      { weight: 0.6, reason: 'Text begins again after pages without text.' },
      ...compareText(before, page, signs),
    ]
  return compareText(before, page, signs)
}

function compareText(before: PageSigns, page: PageSigns, signs: DocumentSigns): Evidence[] {
  const first = asFirst(before, page)
  if (first)
    return [first, ...byForm(before, page), ...byHead(before, page, signs)].filter(({ weight }) => weight > 0)
  return [
    ...byNumbers(before, page),
    ...byForm(before, page),
    ...byHead(before, page, signs),
    ...byEnd(before),
  ]
}

/** A page that says it is the first, and is believed whatever else it shares with the page before. */
function asFirst(before: PageSigns, { number, total, head }: PageSigns): Evidence | undefined {
  if (number !== 1) return undefined
  if (total !== undefined) return { weight: 0.9, reason: `Page 1 of ${total} begins here.` }
  const mayBeOnEach = before.number === 1 && head[0] === before.head[0]
  return mayBeOnEach ? undefined : { weight: 0.8, reason: 'Page 1 begins here.' }
}

function byNumbers(before: PageSigns, { number, total }: PageSigns): Evidence[] {
  if (number === undefined) {
    if (before.total === undefined) return []
    if (before.number !== before.total) return [{ weight: -0.3 }]
    const last = `page ${before.total} of ${before.total}`
    return [{ weight: 0.4, reason: `The page before was the last of its document: ${last}.` }]
  }
  if (number === 1) return []
  if (before.number === undefined) return [{ weight: -0.6 }]
  const sameTotal = total === before.total || total === undefined || before.total === undefined
  if (number === before.number + 1 && sameTotal) return [{ weight: -1 }]
  if (number > before.number && sameTotal) return []
  return [{ weight: 0.6, reason: `The page numbers start anew: ${before.number} is followed by ${number}.` }]
}

function byForm(before: PageSigns, page: PageSigns): Evidence[] {
  if (page.form === undefined) return []
  if (page.form === before.form) return [{ weight: -0.4 }]
  return [{ weight: 0.5, reason: `${page.form} begins here.` }]
}

function byHead(before: PageSigns, page: PageSigns, signs: DocumentSigns): Evidence[] {
  const isSame = page.running === before.running && page.running !== ''
  if (isSame && !isLetter(page)) return [{ weight: -0.5 }]
  const evidence: Evidence[] = []
  const [first = ''] = page.head
  if (first.length > 5 && page.running.split('\n')[0] === before.running.split('\n')[0])
    evidence.push({ weight: -0.3 })
  if (/^\p{Ll}/u.test(first)) evidence.push({ weight: -0.4 })
  const title = titleOf(page)
  if (title) evidence.push({ weight: 0.3, reason: `The page has a title of its own: ${title}.` })
  if (page.isReceived) evidence.push({ weight: 0.4, reason: 'The page carries a stamp of receipt.' })
  if (isLetter(page))
    evidence.push({ weight: 0.5, reason: 'A letter begins here: it has a date and an address.' })
  const kind = kindOf(page, signs)
  if (kind && kind !== kindOf(before, signs))
    evidence.push({ weight: 0.2, reason: `The page speaks of another kind of document: ${kind.name}.` })
  if (page.words < 60 && isCover(page)) evidence.push({ weight: 0.5, reason: 'It is a cover page.' })
  return evidence
}

function byEnd(before: PageSigns): Evidence[] {
  const last = [...before.head, ...before.foot].slice(-8).join('\n')
  if (!/^(sincerely|respectfully|very truly yours|end of|signature|\/s\/|enclosures?\b|cc:)/im.test(last))
    return []
  return [{ weight: 0.2, reason: 'The page before ends with a signature or a closing.' }]
}

const dateLine =
  /^(?:date:? )?(?:(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}, \d{4}|\d{1,2}\/\d{1,2}\/\d{4}|\d{1,2} [a-z]{3,9} \d{4})$/i

const addressLine = /^(Dear|DEAR|R[Ee]:|T[Oo]:|To the|In reply|IN REPLY|To whom|TO WHOM)/
const titleLines = 4

function isLetter({ head }: PageSigns): boolean {
  return head.some((line) => dateLine.test(line)) && head.some((line) => addressLine.test(line))
}

function isCover({ head }: PageSigns): boolean {
  return head.some((line) =>
    /\b(cover (sheet|page)|fax transmi|exhibit|attachment|enclosure|tab) ?[a-z\d]{0,3}$/i.test(line),
  )
}

/** By the title, else by the address of a letter, else by whatever stands near the top. */
function kindOf({ head }: PageSigns, { kinds }: DocumentSigns) {
  const kindIn = (lines: readonly string[]) => kinds.find(({ says }) => lines.some((line) => says.test(line)))
  return (
    kindIn(head.slice(0, titleLines)) ?? kindIn(head.filter((line) => addressLine.test(line))) ?? kindIn(head)
  )
}

/** A line in capitals or with most words capital, near the top, that is no sentence, name, address or number. */
function titleOf({ head }: PageSigns): string | undefined {
  return head.slice(0, 6).find((line) => {
    if (
      line.length < 8 ||
      line.length > 90 ||
      !/^\p{L}/u.test(line) ||
      /[.;,:]$/.test(line) ||
      /\d|:|\||@/.test(line)
    )
      return false
    const words = line.split(' ').filter((word) => /^[\p{L}&'’(-]+/u.test(word) && word.length > 3)
    return words.length >= 2 && words.every((word) => /^[^\p{L}]*\p{Lu}/u.test(word))
  })
}

function describe(page: PageSigns, signs: DocumentSigns): { name: string; category?: string } {
  if (page.kind !== 'text') return { name: page.kind === 'blank' ? 'Blank page' : 'Pages without text' }
  const kind = kindOf(page, signs)
  const title = page.form ? formTitle(page) : titleOf(page)
  const best = page.form
    ? [page.form, title].filter(Boolean).join(', ')
    : (kind?.name ?? title ?? page.head.find((line) => !dateLine.test(line)) ?? '')
  return { name: documentName(best) ?? `Page ${page.page}`, ...(kind && { category: kind.category }) }
}

/** The first words in capitals at the top of a form. */
function formTitle({ head }: PageSigns): string | undefined {
  const capitals = head.slice(0, 6).flatMap((line) => line.match(/[A-Z][A-Z'’,()\- ]{10,}[A-Z')]/g) ?? [])
  const title = capitals.find(
    (line) => line.includes(' ') && !/^(OMB|SECTION|CAUTION|DEPARTMENT OF)/.test(line),
  )
  return title
    ?.toLowerCase()
    .replace(/(?<!['’])\b\p{Ll}+/gu, (word) =>
      smallWords.has(word) ? word : word[0]!.toUpperCase() + word.slice(1),
    )
}

const smallWords = new Set([
  'a',
  'and',
  'as',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
])
