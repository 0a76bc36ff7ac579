import type { IsoDate } from './calendar.ts'
import { dateBetween } from './calendar.ts'
import { type KindName, kinds } from './kinds/all.ts'
import { indexRowsPerPage } from './kinds/file-index.ts'
import { momentOf, type RoundNumber } from './moments.ts'
import type { Random } from './random.ts'
import type { Story } from './story.ts'

/** A document before it has its place in the file. */
export type Entry = {
  kind: KindName
  round: RoundNumber
  /** which of the story's claims it speaks of */
  claims: readonly number[]
  date: IsoDate
  receiptDate: IsoDate
  pageCount: number
  scanned: boolean
  copyOf?: Entry
  exactCopy?: boolean
}

/** What a file has before it has anything else, most telling first. */
const script: readonly (readonly [KindName, RoundNumber])[] = [
  ['application', 2],
  ['ratingDecision', 2],
  ['noticeOfDisagreement', 2],
  ['dischargeCertificate', 0],
  ['examination', 2],
  ['serviceTreatment', 0],
  ['vaTreatment', 2],
  ['veteranStatement', 2],
  ['powerOfAttorney', 2],
  ['ratingDecision', 0],
  ['witnessStatement', 1],
  ['privateTreatment', 1],
  ['noticeLetter', 2],
  ['application', 0],
  ['codeSheet', 2],
  ['nexusOpinion', 2],
  ['brief', 2],
  ['separationExamination', 0],
  ['imagingReport', 1],
  ['hearingTranscript', 2],
  ['noticeOfDisagreement', 1],
  ['statementOfTheCase', 1],
  ['substantiveAppeal', 1],
  ['ratingDecision', 1],
  ['application', 1],
  ['examination', 1],
  ['audiogram', 0],
  ['personnelRecord', 0],
  ['boardDecision', 1],
  ['statementOfTheCase', 2],
  ['codeSheet', 0],
  ['intentToFile', 2],
  ['employmentInformation', 2],
  ['examination', 0],
]

/** What makes a file thick: how often each comes. */
const bulk: readonly (readonly [KindName, number])[] = [
  ['vaTreatment', 11],
  ['privateTreatment', 7],
  ['serviceTreatment', 3],
  ['laboratoryReport', 6],
  ['imagingReport', 5],
  ['noticeLetter', 7],
  ['representativeLetter', 5],
  ['veteranStatement', 4],
  ['witnessStatement', 4],
  ['examination', 4],
  ['reportOfContact', 4],
  ['audiogram', 2],
  ['personnelRecord', 2],
  ['nexusOpinion', 2],
  ['employmentInformation', 2],
  ['intentToFile', 1],
  ['powerOfAttorney', 1],
]

/** Kinds that speak of every claim of their round. */
const wholeRound: ReadonlySet<KindName> = new Set([
  'application',
  'ratingDecision',
  'codeSheet',
  'noticeOfDisagreement',
  'statementOfTheCase',
  'boardDecision',
  'brief',
  'hearingTranscript',
] as const)

/** Documents of exactly `pages` pages together, the index first, the others in the order they were received. */
export function selectContents(random: Random, story: Story, pages: number): Entry[] {
  const hasIndex = pages >= 8
  const copyPages = pages >= 20 ? Math.max(2, Math.round(pages * 0.05)) : 0
  let left = pages - (hasIndex ? 1 : 0) - copyPages
  const entries: Entry[] = []

  const add = (kind: KindName, round: RoundNumber) => {
    const entry = makeEntry(random, story, kind, round, pageCountFor(random, kind, pages, left))
    entries.push(entry)
    left -= entry.pageCount
  }
  if (pages >= 10_000) {
    entries.push(makeEntry(random, story, 'vaTreatment', 2, Math.round(pages / 20)))
    left -= Math.round(pages / 20)
  }
  for (const [kind, round] of script) if (kinds[kind].pages[0] <= left && pages >= 4) add(kind, round)
  left += copyPages
  left -= addCopies(random, story, entries, copyPages)
  while (left > 0) {
    const fitting = bulk.filter(([kind]) => kinds[kind].pages[0] <= left)
    add(random.weighted(fitting, ([, weight]) => weight)[0], random.pick([0, 1, 1, 2, 2, 2] as const))
  }
  if (hasIndex) makeRoomForIndex(random, story, entries)
  markScanned(random, entries, pages)
  return entries.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0))
}

function placeOf(entry: Entry): string {
  return entry.kind === 'fileIndex' ? '' : entry.receiptDate
}

function makeEntry(
  random: Random,
  story: Story,
  kind: KindName,
  round: RoundNumber,
  pageCount: number,
): Entry {
  const all = story.claims.map((_claim, i) => i)
  const ofRound = round === 2 ? all.slice(0, 6) : all.slice(0, Math.max(1, Math.ceil(all.length / 2)))
  const claims = wholeRound.has(kind)
    ? ofRound
    : random.sample(all, random.int(1, kind === 'examination' ? 4 : 3))
  const date = momentOf(kind, round, story, random)
  return { kind, round, claims, date, receiptDate: date, pageCount, scanned: false }
}

/** Short documents are commoner than long ones, and none takes over a small file. */
function pageCountFor(random: Random, kind: KindName, pages: number, left: number): number {
  const [fewest, most] = kinds[kind].pages
  const ceiling = Math.max(fewest, Math.min(most, left, Math.floor(pages / 15)))
  return fewest + Math.floor((ceiling - fewest + 1) * random.next() ** 1.5)
}

/** Copies of what is there already, every other one exact; answers how many pages they took. */
function addCopies(random: Random, story: Story, entries: Entry[], budget: number): number {
  let used = 0
  const originals = random.sample(entries, entries.length)
  for (const copyOf of [...originals, ...originals]) {
    if (used + copyOf.pageCount > budget || copyOf.pageCount > budget / 2) continue
    const receiptDate = dateBetween(random, copyOf.receiptDate, story.timeline.uploaded)
    const exactCopy = entries.filter((entry) => entry.copyOf).length % 2 === 0
    entries.push({ ...copyOf, receiptDate, copyOf, exactCopy })
    used += copyOf.pageCount
  }
  return used
}

/** The index lists every document; the pages it needs beyond the first come out of the longest documents. */
function makeRoomForIndex(random: Random, story: Story, entries: Entry[]): void {
  const fixed = new Set(entries.flatMap((entry) => (entry.copyOf ? [entry, entry.copyOf] : [])))
  const donors = entries.filter((entry) => !fixed.has(entry)).sort((a, b) => b.pageCount - a.pageCount)
  let missing = Math.ceil(entries.length / indexRowsPerPage) - 1
  let pageCount = 1
  for (const donor of donors) {
    const given = Math.min(missing, donor.pageCount - kinds[donor.kind].pages[0])
    donor.pageCount -= given
    pageCount += given
    missing -= given
  }
  entries.push(makeEntry(random, story, 'fileIndex', 2, pageCount))
}

/**
 * Up to a twelfth of the pages, in documents short enough to have been fed to a scanner by hand. A scan costs twenty
 * times what a page of text does, so a very large file has no more than a large one.
 */
function markScanned(random: Random, entries: Entry[], pages: number): void {
  let left = Math.max(1, Math.min(150, Math.round(pages / 12)))
  const originals = entries.filter((entry) => !entry.copyOf)
  const mark = (entry: Entry) => {
    const copies = entries.filter((other) => other.copyOf === entry)
    const cost = entry.pageCount * (1 + copies.length)
    if (cost > left || entry.pageCount > 14) return
    for (const one of [entry, ...copies]) one.scanned = true
    left -= cost
  }
  const usual = (entry: Entry) => (kinds[entry.kind].scanned >= 0.2 ? 0 : 1)
  const shuffled = random.sample(originals, originals.length).sort((a, b) => usual(a) - usual(b))
  for (const entry of shuffled) if (random.chance(kinds[entry.kind].scanned)) mark(entry)
  if (entries.some((entry) => entry.scanned)) return
  const likeliest = [...originals].sort((a, b) => kinds[b.kind].scanned - kinds[a.kind].scanned)
  const first = likeliest.find((entry) => entry.pageCount <= left && kinds[entry.kind].scanned > 0)
  if (first) mark(first)
}
