import type { Content, Original } from '@portico/contract/documents'
import type { PorticoEvent } from '@portico/contract/events'
import { chainStart, hashData } from '../../core/kernel/chain.ts'
import { BadZip } from '../../files/read-zip.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { faultOf } from './verify.ts'

const mostLineBytes = 64 * 1024 ** 2

/** What the events say of a document. */
export type Filed = {
  status: 'current' | 'held' | 'removed'
  startPage: number
  endPage: number
  content: Content
  original?: Original | undefined
}

export type Followed = {
  count: number
  head: string | undefined
  faults: string[]
  caseIds: string[]
  filed: Map<string, Filed>
  /** The hash of each event, by its place in the order. */
  hashes: string[]
  /** Which bytes were ever filed under which document: its id and their hash. */
  contents: Set<string>
  decisions: Map<string, SignedDecision>
  /** Some payloads were erased by law, or are not shown, so that the events do not tell of every document. */
  isErased: boolean
  /** How many events do not say who acted, so that the hash of their envelope cannot be computed. */
  unnamed: number
}

const tells = new Set<string>([
  'document.filed',
  'document.revised',
  'document.divided',
  'document.held',
  'document.admitted',
  'document.removed',
])

/** What the events say of a work product that was signed. */
export type SignedDecision = {
  sequence: number
  packageSha256: string
  sealedSha256?: string
  isRecalled?: true
}

/** Takes the lines of events as they come, follows the chain, and remembers what was filed. */
export function followEvents() {
  const followed: Followed = {
    ...{ count: 0, head: undefined, faults: [], caseIds: [], isErased: false, unnamed: 0 },
    ...{ filed: new Map(), hashes: [], contents: new Set<string>(), decisions: new Map() },
  }
  let link = { sequence: 0, hash: chainStart as Buffer }
  let rest = Buffer.alloc(0)

  function follow(line: Buffer) {
    const event = parseEvent(line)
    followed.count += 1
    if (!event) return void followed.faults.push(`line ${followed.count} is not an event`)
    if ('isWithheld' in event) return pass(event)
    const what = faultIn(event)
    if (what) followed.faults.push(`event ${event.sequence}: ${what}`)
    link = { sequence: event.sequence, hash: Buffer.from(event.hash, 'hex') }
    followed.head = event.hash
    followed.hashes.push(event.hash)
    if (followed.caseIds.at(-1) !== event.caseId) followed.caseIds.push(event.caseId)
    // What else is withheld from whoever exported the case tells nothing that is held against it here.
    if (event.data === null) followed.isErased ||= tells.has(event.type)
    else evolve(followed, event)
  }

  function faultIn(event: StoredEvent & Unnamed): string | undefined {
    if (!event.isUnnamed) return faultOf(event, link)
    followed.unnamed += 1
    if (event.sequence !== link.sequence + 1) return `sequence ${link.sequence + 1} is missing`
    return event.data !== null && !hashData(event.data).equals(event.dataHash)
      ? 'the data was changed'
      : undefined
  }

  /** An event that was not for whoever exported the case: but its link is known, and the next goes on from that. */
  function pass({ caseId, sequence, hash }: WithheldEvent) {
    if (sequence !== link.sequence + 1) followed.faults.push(`sequence ${link.sequence + 1} is missing`)
    link = { sequence, hash: Buffer.from(hash, 'hex') }
    followed.head = hash
    followed.hashes.push(hash)
    if (followed.caseIds.at(-1) !== caseId) followed.caseIds.push(caseId)
    followed.isErased = true
  }

  return {
    take(chunk: Buffer) {
      const known = Buffer.concat([rest, chunk])
      let start = 0
      for (let end = known.indexOf(10); end >= 0; end = known.indexOf(10, start)) {
        follow(known.subarray(start, end))
        start = end + 1
      }
      rest = known.subarray(start)
      if (rest.length > mostLineBytes) throw new BadZip('One of its lines is too long.')
    },
    end(): Followed {
      if (rest.length > 0) followed.faults.push('its last line is cut off')
      return followed
    },
  }
}

type WithheldEvent = { caseId: string; sequence: number; hash: string; isWithheld: true }

type Unnamed = { isUnnamed?: true }

function parseEvent(line: Buffer): (StoredEvent & Unnamed) | WithheldEvent | undefined {
  try {
    const { dataHash, ...event } = JSON.parse(line.toString())
    if (event.isWithheld === true && typeof event.hash === 'string') return event
    const isWhole = typeof dataHash === 'string' && typeof event.hash === 'string' && 'data' in event
    return isWhole ? { ...event, dataHash: Buffer.from(dataHash, 'hex') } : undefined
  } catch {
    return undefined
  }
}

function evolve({ filed, contents, decisions }: Followed, event: PorticoEvent) {
  switch (event.type) {
    case 'document.filed':
    case 'document.revised': {
      const { documentId, startPage, endPage, content, original } = event.data
      const { status = 'current' } = filed.get(documentId) ?? {}
      filed.set(documentId, { status, startPage, endPage, content, original })
      contents.add(`${documentId} ${content.sha256}`)
      break
    }
    case 'document.divided': {
      const document = filed.get(event.data.documentId)
      if (!document) break
      const { endPage } = event.data
      const content = { ...document.content, pageCount: endPage - document.startPage + 1 }
      filed.set(event.data.documentId, { ...document, endPage, content })
      break
    }
    case 'document.held':
    case 'document.admitted':
    case 'document.removed': {
      const document = filed.get(event.data.documentId)
      const status = { held: 'held', admitted: 'current', removed: 'removed' } as const
      const name = event.type.slice('document.'.length) as keyof typeof status
      if (document) document.status = status[name]
      break
    }
    case 'workProduct.signed': {
      const { workProductId, packageSha256 } = event.data
      decisions.set(workProductId, { sequence: event.sequence, packageSha256 })
      break
    }
    case 'workProduct.sealed':
      Object.assign(decisions.get(event.data.workProductId) ?? {}, { sealedSha256: event.data.sha256 })
      break
    case 'workProduct.recalled':
      Object.assign(decisions.get(event.data.workProductId) ?? {}, { isRecalled: true })
  }
}
