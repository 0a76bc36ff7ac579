import { secondsLater } from '../core/time/moments.ts'
import type { IsoDate } from './calendar.ts'
import { addDays } from './calendar.ts'
import { type Entry, selectContents } from './contents.ts'
import { kinds } from './kinds/all.ts'
import type { Subject } from './kinds/kind.ts'
import { defaultSizes, externalIdOf, type Seed } from './names.ts'
import type { PersonName } from './people.ts'
import type { PlannedDocument } from './planned-document.ts'
import { seeded } from './random.ts'
import { type PlannedAnnotation, type PlannedTag, planAnnotations, planTags } from './remarks.ts'
import { type Story, tellStory } from './story.ts'

/** Everything about a synthetic case but the look of its pages; plain data, the same for the same seed. */
export type CasePlan = {
  key: string
  externalId: string
  docketNumber: string
  veteran: PersonName
  birthDate: IsoDate
  receiptDate: IsoDate
  uploadedAt: string
  pageCount: number
  story: Story
  documents: readonly PlannedDocument[]
  tags: readonly PlannedTag[]
  annotations: readonly PlannedAnnotation[]
}

export function planCases(set: { seed: Seed; cases?: number; pages?: number }): CasePlan[] {
  const cases = set.cases ?? defaultSizes.length
  if (!Number.isSafeInteger(cases) || cases < 0) throw new RangeError('cases must be a whole number')
  return Array.from({ length: cases }, (_, index) => planCase(set.seed, index, set.pages ?? sizeAt(index)))
}

export function planCase(seed: Seed, index: number, pages: number): CasePlan {
  const externalId = externalIdOf(seed, index, pages)
  const key = `${seed}/${index}/${pages}`
  const random = seeded(key, 'plan')
  const uploadedAt = uploadTime(seed, index)
  const uploaded = uploadedAt.slice(0, 10)
  const receiptDate = addDays(uploaded, -random.int(40, 420))
  const story = tellStory(
    key,
    uploaded,
    receiptDate,
    Math.min(8, 2 + random.int(0, 1) + Math.floor(Math.log10(pages) * 1.2)),
  )
  const documents = place(selectContents(random, story, pages), story)
  return {
    key,
    externalId,
    docketNumber: `${receiptDate.slice(2).replaceAll('-', '')}-${docketSerial(seed, index)}`,
    veteran: story.veteran,
    birthDate: story.birthDate,
    receiptDate,
    uploadedAt,
    pageCount: pages,
    story,
    documents,
    tags: planTags(random, story, documents),
    annotations: planAnnotations(random, story, documents),
  }
}

function sizeAt(index: number): number {
  return defaultSizes[index % defaultSizes.length]!
}

function place(entries: readonly Entry[], story: Story): PlannedDocument[] {
  let startPage = 1
  return entries.map((entry) => {
    const { kind, round, claims, date, receiptDate, pageCount, scanned, copyOf } = entry
    const subject: Subject = {
      story,
      round,
      date,
      claims: story.claims.filter((_claim, i) => claims.includes(i)),
    }
    const endPage = startPage + pageCount - 1
    const document = {
      name: kinds[kind].name(subject),
      description: kinds[kind].describe(subject),
      categories: kinds[kind].categories,
      ...{ receiptDate, kind, startPage, endPage, pageCount, scanned, round, claims, date },
      ...(copyOf && {
        duplicateOf: { documentIndex: entries.indexOf(copyOf), exact: entry.exactCopy === true },
      }),
    }
    startPage = endPage + 1
    return document
  })
}

const uploadWindowSeconds = 300 * 86_400
const uploadWindowStart = '2025-12-20T08:00:00Z'

/** The multiplier shares no factor with the window, so no two cases of a seed fall on one second. */
function uploadTime(seed: Seed, index: number): string {
  const offset =
    (seeded(seed, 'upload').int(0, uploadWindowSeconds - 1) + index * 7_654_321) % uploadWindowSeconds
  return secondsLater(uploadWindowStart, offset).toISOString()
}

function docketSerial(seed: Seed, index: number): number {
  return 100_000 + ((seeded(seed, 'docket').int(0, 899_999) + index * 7) % 900_000)
}
