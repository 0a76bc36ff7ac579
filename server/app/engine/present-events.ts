import { actorForParty, asOwn, withheld } from '@portico/contract/audience'
import type { PorticoEvent } from '@portico/contract/events'
import {
  annotationIn,
  casesNamedIn,
  isAboutDuplicates,
  isVisibleTo,
  nothingReserved,
  type Reader,
  readableData,
} from '../../core/file/reader.ts'
import { representedCases } from '../../projections/case-access.ts'
import { type CaseReader, reservedOf } from '../../projections/reserved.ts'
import type { Queryable } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events/read.ts'

export type PresentedEvent = Omit<PorticoEvent, 'data'> & { data: unknown }

/**
 * Events as a reader sees them: the parts of each payload that are for them. A party is not shown events of which
 * nothing is visible to them; others see that there was one. Unclassified payloads are for administrators only.
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
    if (data !== withheld)
      return [{ ...(audience === 'party' ? envelopeForParty(envelope, reader) : envelope), data }]
    return isNamed(event, audience) ? [{ ...envelope, data: null }] : []
  })
}

/** Who works on a case is not for a party: neither who acted, nor whose work caused it. */
function envelopeForParty<Envelope extends Pick<PorticoEvent, 'actor'>>(envelope: Envelope, reader: Reader) {
  const { onBehalfOf: _, causationId: __, ...rest } = envelope as Envelope & Partial<PorticoEvent>
  return { ...rest, actor: actorForParty(envelope.actor, reader) }
}

/** The hash of such an envelope cannot be computed from what a party has of it. */
const namesOthers = ({ actor, onBehalfOf, causationId }: StoredEvent, reader: Reader) =>
  onBehalfOf !== undefined || causationId !== undefined || actorForParty(actor, reader) !== actor

/** An event in a package: whole, without its payload, without who acted, or only its link in the hash chain. */
export type PackedEvent =
  | (PresentedEvent & { dataHash: string; isUnnamed?: true })
  | { caseId: string; sequence: number; hash: string; isWithheld: true }

/**
 * A payload is included whole or not at all, so that it can be checked against its hash. Events that prove the rest of
 * the package are included for every reader: their content is in the package anyway.
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
    if (isWhole || isNamed(event, audience)) {
      const packed = { ...envelope, data: isWhole ? event.data : null, dataHash: dataHash.toString('hex') }
      return audience === 'party' && namesOthers(event, reader)
        ? { ...envelopeForParty(packed, reader), isUnnamed: true as const }
        : packed
    }
    const { caseId, sequence, hash } = event
    return { caseId, sequence, hash, isWithheld: true as const }
  })
}

async function readEvents(db: Queryable, stored: readonly StoredEvent[], reader: CaseReader, today: string) {
  const caseIds = [...new Set(stored.map(({ caseId }) => caseId))]
  const named = [...new Set(stored.flatMap(casesNamedIn))]
  const annotationIds = [...new Set(stored.flatMap((event) => annotationIn(event) ?? []))]
  const paged = [...new Set(stored.filter(isAboutDuplicates).map(({ caseId }) => caseId))]
  const isAll =
    reader.audience === 'administration' &&
    named.length === 0 &&
    annotationIds.length === 0 &&
    (await representedCases(db, reader.id, today)).length === 0
  const reserved = isAll
    ? new Map()
    : await reservedOf(db, { caseIds, named, annotationIds, paged }, reader, today)
  return stored.map((event) => {
    const known = reserved.get(event.caseId)
    const asked = known?.isRepresented ? asParty(reader) : reader
    const data = readableData(event, asked, known ?? nothingReserved)
    return { event, data, audience: asked.audience }
  })
}

/** A representative reads the case as a party does, whatever their other roles. */
const asParty = (reader: Reader): Reader => ({ ...reader, audience: 'party', curates: false })

/** Whether the reader may know of an event without seeing its payload. */
function isNamed({ type }: StoredEvent, audience: Reader['audience']): boolean {
  return audience !== 'party' && isVisibleTo(type, 'deliberation')
}

function sameMembers(shown: unknown, whole: unknown): boolean {
  return JSON.stringify(shown) === JSON.stringify(whole)
}

export type EventPage = { events: PresentedEvent[]; next?: string }

/** One more than requested shows whether there is a next page. */
export const oneMore = <Read extends { limit: number }>(read: Read): Read => ({
  ...read,
  limit: read.limit + 1,
})

/**
 * A page may hold fewer events than requested, since some are not for the reader: `next` says whether there are more.
 */
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
