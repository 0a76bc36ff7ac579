import { asOwn, withheld } from '@portico/contract/audience'
import type { PorticoEvent } from '@portico/contract/events'
import { casesNamedIn, nothingReserved, type Reader, readableData, tellsOf } from '../../core/file/reader.ts'
import { representedCases } from '../../projections/case-access.ts'
import { type CaseReader, reservedOf } from '../../projections/reserved.ts'
import type { Queryable } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events.ts'

export type PresentedEvent = Omit<PorticoEvent, 'data'> & { data: unknown }

/**
 * Events as a reader sees them: of each payload what is for them. A party is not told of events that tell them nothing;
 * others learn that there was such a thing. What nobody has classified is left out for all but administrators.
 */
export async function presentEvents(
  db: Queryable,
  stored: readonly StoredEvent[],
  reader: CaseReader,
  today: string,
): Promise<PresentedEvent[]> {
  const read = await readEvents(db, stored, reader, today)
  return read.flatMap(({ event, data, audience }) => {
    const { dataHash: _, subject: __, ...envelope } = event
    if (data !== withheld) return [{ ...(audience === 'party' ? withoutCause(envelope) : envelope), data }]
    return isNamed(event, audience) ? [{ ...envelope, data: null }] : []
  })
}

/** What follows by itself says whose work it follows from, which is no business of a party. */
function withoutCause<Envelope extends Partial<PorticoEvent>>({
  onBehalfOf: _,
  causationId: __,
  ...rest
}: Envelope) {
  return rest
}

/** An event of a package: whole, or without its payload, or but its link, by which the chain can still be followed. */
export type PackedEvent =
  | (PresentedEvent & { dataHash: string })
  | { caseId: string; sequence: number; hash: string; isWithheld: true }

/**
 * A payload comes whole or not at all, so that it can be held against its hash. What proves the rest of a package is in it
 * whoever reads it: what it says is there besides.
 */
export async function packEvents(
  db: Queryable,
  stored: readonly StoredEvent[],
  reader: CaseReader,
  today: string,
  isProof: (event: StoredEvent) => boolean = () => false,
): Promise<PackedEvent[]> {
  const read = await readEvents(db, stored, reader, today)
  return read.map(({ event, data, audience }) => {
    const { dataHash, subject: _, ...envelope } = event
    const isWhole = isProof(event) || (data !== withheld && sameMembers(data, event.data))
    if (isWhole || isNamed(event, audience))
      return { ...envelope, data: isWhole ? event.data : null, dataHash: dataHash.toString('hex') }
    const { caseId, sequence, hash } = event
    return { caseId, sequence, hash, isWithheld: true as const }
  })
}

async function readEvents(db: Queryable, stored: readonly StoredEvent[], reader: CaseReader, today: string) {
  const caseIds = [...new Set(stored.map(({ caseId }) => caseId))]
  const named = [...new Set(stored.flatMap(casesNamedIn))]
  const isAll =
    reader.audience === 'administration' &&
    named.length === 0 &&
    (await representedCases(db, reader.id, today)).length === 0
  const reserved = isAll ? new Map() : await reservedOf(db, { caseIds, named }, reader, today)
  return stored.map((event) => {
    const known = reserved.get(event.caseId)
    const asked = known?.isRepresented ? asParty(reader) : reader
    const data = readableData(event, asked, known ?? nothingReserved)
    return { event, data, audience: asked.audience }
  })
}

/** Whoever represents somebody on a case reads it so, whatever else they are. */
const asParty = (reader: Reader): Reader => ({ ...reader, audience: 'party', curates: false })

/** Whether the reader learns that there was such an event, although nothing of what it says. */
function isNamed({ type }: StoredEvent, audience: Reader['audience']): boolean {
  return audience !== 'party' && tellsOf(type, 'deliberation')
}

function sameMembers(shown: unknown, whole: unknown): boolean {
  return JSON.stringify(shown) === JSON.stringify(whole)
}

export type EventPage = { events: PresentedEvent[]; next?: string }

/** One event more than asked for tells that there are more. */
export const oneMore = <Read extends { limit: number }>(read: Read): Read => ({
  ...read,
  limit: read.limit + 1,
})

/** A page may hold fewer than were asked for, where some are not for the reader: `next` tells whether it goes on. */
export async function eventPage(
  db: Queryable,
  found: readonly StoredEvent[],
  { limit }: { limit: number },
  reader: CaseReader,
  today: string,
): Promise<EventPage> {
  const page = found.slice(0, limit)
  const events = await presentEvents(db, page, reader, today)
  return asOwn({ events, ...(found.length > limit ? { next: String(page.at(-1)?.position) } : {}) })
}
