import { chainHash, chainStart, hashData } from '../../core/kernel/chain.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { readChains, type StoredEvent } from '../../store/events/read.ts'
import { readHeads } from '../../store/events/stream.ts'

export type Fault = { caseId: string; sequence: number; what: string }
export type Verification = { cases: number; events: number; faults: Fault[] }

type Options = { caseId?: string; onProgress?: (events: number) => void }

/** Walks every case's chain from its first event, and holds the end against the head that writers go on from. */
export function verify(db: Database, options: Options = {}): Promise<Verification> {
  return consistentRead(db, (tx) => walk(tx, options))
}

async function walk(db: Queryable, options: Options): Promise<Verification> {
  const faults: Fault[] = []
  const ends = new Map<string, Link>()
  let events = 0
  let link: Link | undefined
  for await (const page of readChains(db, options.caseId)) {
    for (const event of page) {
      if (link?.caseId !== event.caseId) {
        link = { caseId: event.caseId, sequence: 0, hash: chainStart }
        ends.set(event.caseId, link)
      }
      const what = faultOf(event, link)
      if (what) faults.push({ caseId: event.caseId, sequence: event.sequence, what })
      link.sequence = event.sequence
      link.hash = Buffer.from(event.hash, 'hex')
    }
    events += page.length
    options.onProgress?.(events)
  }
  const heads = await readHeads(db, options.caseId)
  for (const head of heads) {
    const end = ends.get(head.caseId)
    if (end?.sequence !== head.version || !end.hash.equals(head.hash)) {
      faults.push({
        caseId: head.caseId,
        sequence: head.version,
        what: 'the last event is missing or was replaced',
      })
    }
    ends.delete(head.caseId)
  }
  for (const end of ends.values()) {
    faults.push({ caseId: end.caseId, sequence: end.sequence, what: 'the case has events but no head' })
  }
  return { cases: heads.length, events, faults }
}

type Link = { caseId: string; sequence: number; hash: Buffer }

/** What is wrong with an event, given the link of the chain before it. */
export function faultOf(
  event: StoredEvent,
  previous: { sequence: number; hash: Buffer },
): string | undefined {
  if (event.sequence !== previous.sequence + 1) return `sequence ${previous.sequence + 1} is missing`
  if (event.data !== null && !hashData(event.data).equals(event.dataHash)) return 'the data was changed'
  const { position: _, hash, data: __, dataHash, subject: ___, ...envelope } = event
  if (chainHash(previous.hash, envelope, dataHash).toString('hex') !== hash)
    return 'the envelope or its link was changed'
  return undefined
}
