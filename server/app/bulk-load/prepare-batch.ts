import type { Content } from '@portico/contract/documents'
import type { ManifestRow } from '@portico/contract/manifest'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { areFractions } from '../../core/file/page-units.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'
import { type BatchRow, nameOf } from './decide-batch.ts'
import { findThings, type KnownThing, nameKey } from './known-things.ts'
import type { PlaceAnnotation } from './place-annotations.ts'
import type { ReadRow } from './read-row.ts'
import { parentOf, type Tried } from './row-work.ts'
import type { TakeIn } from './take-in-documents.ts'

const filesAtOnce = 4

/**
 * Slow work before any lock: stores and inspects the files of new documents, and converts measurements on pages. A row
 * that fails here fails alone.
 */
export async function prepareBatch(
  db: Queryable,
  rows: readonly ReadRow[],
  rehearsed: ReadonlyMap<string, KnownThing>,
  { takeIn, placeAnnotation, dryRun }: { takeIn: TakeIn; placeAnnotation: PlaceAnnotation; dryRun: boolean },
): Promise<BatchRow[]> {
  const prepared = rows.map((row): BatchRow => (row.fault === undefined ? { ...row, tried: row } : row))
  const isHere = await knownOf(db, rows, rehearsed)
  const taken = new Map<string, DocumentBytes>()

  const takeAll = async (
    waiting: Iterable<[number, BatchRow]>,
    isWanted: (row: ManifestRow<'document'>) => boolean,
  ) => {
    const lane = async () => {
      for (const [index, row] of waiting) {
        if (!('tried' in row) || row.tried.row.type !== 'document' || !isWanted(row.tried.row)) continue
        const key = nameKey({
          kind: 'document',
          source: row.tried.source,
          externalId: row.tried.row.externalId,
        })
        if (isHere.has(key)) continue
        const document = row.tried.row
        prepared[index] = await settle(row, async () => {
          const bytes = await takeIn(document)
          taken.set(key, bytes)
          return { bytes }
        })
      }
    }
    await Promise.all(Array.from({ length: filesAtOnce }, lane))
  }
  await takeAll(prepared.entries(), ({ file }) => file !== undefined)
  // These refer to stored bytes, perhaps from a row of this batch.
  await takeAll(prepared.entries(), ({ file }) => file === undefined)

  for (const [index, row] of prepared.entries()) {
    if (!('tried' in row) || row.tried.row.type !== 'annotation') continue
    const annotation = row.tried.row
    prepared[index] = await settle(row, async () => {
      const marks = await placeAnnotation(annotation, () => contentFor(row.tried))
      return marks || dryRun ? { marks: marks ?? {} } : {}
    })
  }
  return prepared

  async function contentFor(tried: Tried): Promise<Content | undefined> {
    const parent = parentOf(tried)
    const key = parent ? nameKey(parent) : ''
    const inBatch = taken.get(key)
    // A dry run stores no bytes to measure.
    if (inBatch) return dryRun ? undefined : inBatch.content
    const document = isHere.get(key)
    return document && (await contentOf(db, document))
  }
}

/** Only if there are documents to inspect; other rows are resolved when loaded. */
async function knownOf(db: Queryable, rows: readonly ReadRow[], rehearsed: ReadonlyMap<string, KnownThing>) {
  const names = rows.flatMap((row) => {
    if (row.fault !== undefined) return []
    if (row.row.type === 'document') return nameOf(row) ?? []
    const isMeasured = row.row.type === 'annotation' && !areFractions(row.row.units ?? {})
    return isMeasured ? (parentOf(row) ?? []) : []
  })
  const found = names.length > 0 ? await findThings(db, names) : new Map<string, KnownThing>()
  for (const name of names) {
    const thing = rehearsed.get(nameKey(name))
    if (thing) found.set(nameKey(name), thing)
  }
  return found
}

async function settle(
  row: BatchRow & { tried: Tried },
  work: () => Promise<Pick<Tried, 'bytes' | 'marks'>>,
): Promise<BatchRow> {
  try {
    return { ...row, tried: { ...row.tried, ...(await work()) } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { tried: _, ...name } = row
    return { ...name, fault: error.message }
  }
}

async function contentOf(db: Queryable, { caseId, id }: KnownThing): Promise<Content | undefined> {
  const [row] = await db.rows<{ content: Content }>(
    `select content from documents where case_id = $1 and document_id = $2`,
    [caseId, id],
  )
  return row?.content
}
