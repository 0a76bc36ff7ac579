import { createHash } from 'node:crypto'
import type { PortName } from '../../ports/all.ts'
import { authoring } from '../../ports/authoring.ts'
import { caseStatus } from '../../ports/case-status.ts'
import { correspondence } from '../../ports/correspondence.ts'
import { documentSource } from '../../ports/document-source.ts'
import {
  type CallName,
  type InputOf,
  type OutputOf,
  type PortDeclaration,
  PortError,
} from '../../ports/kit.ts'
import { notifications } from '../../ports/notifications.ts'
import { output } from '../../ports/output.ts'
import { partyIdentity } from '../../ports/party-identity.ts'
import { reporting } from '../../ports/reporting.ts'
import { scheduling } from '../../ports/scheduling.ts'
import type { Samples } from '../subject.ts'
import { conferences } from './conferences.ts'
import type { Behaviours, OtherSide } from './memory.ts'

const at = '2026-03-02T15:04:05.000Z'

type CallsOf<Port extends PortDeclaration> = {
  [Name in CallName<Port>]: (
    input: InputOf<Port, Name>,
    side: OtherSide,
    breaks: string | undefined,
  ) => OutputOf<Port, Name>
}

function behaviour<Port extends PortDeclaration>(
  _port: Port,
  calls: CallsOf<Port>,
  samples?: Samples<Port>,
): Behaviours {
  return { calls, ...(samples ? { samples } : {}) }
}

async function* bytes(text: string) {
  yield Buffer.from(text)
}

/** Shows a line, unless something at least as new is known under the name. */
function showNewest(side: OtherSide, name: string, version: number | string, line: string, isBlind: boolean) {
  const known = side.known.get(name) as typeof version | undefined
  if (!isBlind && known !== undefined && known > version) return
  side.known.set(name, version)
  side.lines.push(line)
}

const announce = (
  input: { case: { caseId: string }; status: string; sequence: number },
  side: OtherSide,
  isBlind: boolean,
) => {
  showNewest(side, input.case.caseId, input.sequence, `${input.case.caseId} ${input.status}`, isBlind)
  return {}
}

const documents = ['Form 9', 'Statement', 'Record'].map((text, index) => ({
  sourceId: `S-${index}`,
  revision: '1',
  name: text,
  receiptDate: '2024-03-19',
  size: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
}))

const record = {
  identifiers: [{ source: 'directory', externalId: 'P-1' }],
  organization: 'Lindqvist & Co',
  asOf: at,
}
const recordsOf = (
  { identifiers = [] }: { identifiers?: { externalId: string }[] },
  breaks: string | undefined,
) => {
  const isKnown = identifiers.some(({ externalId }) => externalId === 'P-1')
  if (!isKnown && identifiers.length > 0 && breaks === 'unknown')
    throw new PortError('refused', 'There is nobody of this identifier.')
  if (!isKnown) return identifiers.length === 0 && breaks === 'noGuess' ? [record] : []
  const other = { ...record, identifiers: [{ source: 'directory', externalId: 'P-2' }] }
  return breaks === 'identified' ? [record, other] : [record]
}

type Slot = { startsAt: string; minutes: number; place?: string }

/** The slots of a session. */
const slotKey = (sessionId: string, { startsAt }: Slot) => `slot ${sessionId} ${startsAt}`
const endOf = ({ startsAt, minutes }: Slot) => Date.parse(startsAt) + minutes * 60_000

function takenBy(side: OtherSide, slot: Slot, sessionId: string): Slot | undefined {
  const others = [...side.known].filter(
    ([key]) => key.startsWith('slot ') && !key.startsWith(`slot ${sessionId} `),
  )
  return others
    .map(([, other]) => other as Slot)
    .find(
      (other) =>
        other.place === slot.place &&
        Date.parse(other.startsAt) < endOf(slot) &&
        Date.parse(slot.startsAt) < endOf(other),
    )
}

function freeSlots(side: OtherSide, sessionId: string) {
  for (const key of side.known.keys()) if (key.startsWith(`slot ${sessionId} `)) side.known.delete(key)
}

export const behaviours: Record<PortName, Behaviours> = {
  output: behaviour(output, {
    prepare: ({ workProductId }, side) => {
      side.lines.push(`prepared ${workProductId}`)
      return {}
    },
    deliver: ({ deliveryId, workProductId }, side, breaks) => {
      if (side.known.has(`recalled ${deliveryId}`) && breaks !== 'recalled')
        throw new PortError('refused', 'It was recalled.')
      if (breaks === 'recipientsApart' && side.known.has(`sent ${workProductId}`)) return {}
      side.known.set(`sent ${workProductId}`, true)
      side.lines.push(`sent ${deliveryId}`)
      return { receipt: { channel: 'mail', sentAt: at } }
    },
    effectuate: ({ workProductId }, side) => {
      side.lines.push(`in effect ${workProductId}`)
      return { result: 'completed' as const }
    },
    recall: ({ deliveries }, side) => {
      for (const { deliveryId } of deliveries) {
        side.known.set(`recalled ${deliveryId}`, true)
        side.lines.push(`recalled ${deliveryId}`)
      }
      return {}
    },
  }),
  'case-status': behaviour(caseStatus, {
    announceCreated: (input, side) => announce(input, side, false),
    announceTransition: (input, side, breaks) => {
      const isClosed = side.known.has(`closed ${input.case.caseId}`)
      return announce(input, side, breaks === (isClosed ? 'closed' : 'sequence'))
    },
    announceClosure: (input, side) => {
      side.known.set(`closed ${input.case.caseId}`, true)
      return announce(input, side, false)
    },
  }),
  'document-source': behaviour(documentSource, {
    list: () => ({ documents }),
    fetch: ({ sourceId }, _side, breaks) => {
      const { name = '' } = documents.find((one) => one.sourceId === sourceId) ?? {}
      return bytes(breaks === 'bytes' ? name.toUpperCase() : name)
    },
    arrivals: ({ since = '0', limit }, _side, breaks) => {
      const start = Number(since)
      const end = start + limit
      const isLost = breaks === 'marker' && start > 0
      const arrivals = documents.slice(isLost ? start + 1 : start, isLost ? end + 1 : end)
      const marker = String(Math.min(end, documents.length))
      return {
        arrivals: arrivals.map((document) => ({ case: { caseId: 'case_1' }, document })),
        marker,
        hasMore: end < documents.length,
      }
    },
    writeBack: ({ documentId }, side) => {
      side.lines.push(`written back ${documentId}`)
      return { sourceId: `W-${documentId}` }
    },
  }),
  'party-identity': behaviour(partyIdentity, {
    lookUp: (input, _side, breaks) => ({ records: recordsOf(input, breaks) }),
    resolve: (input, _side, breaks) => {
      const [found] = recordsOf(input, breaks)
      return found ? { record: found } : {}
    },
    writeBack: ({ identifier: { externalId }, contact, at: when, since }, side, breaks) => {
      if (since !== undefined && since < at && breaks !== 'since')
        throw new PortError('refused', 'The directory has changed it since.')
      showNewest(side, externalId, when, `${externalId} ${contact.emails?.[0]}`, breaks === 'newest')
      return { asOf: when }
    },
  }),
  scheduling: behaviour(scheduling, {
    availability: ({ participants, startsAt, endsAt }) => ({
      availability: participants.map((participant) => ({ participant, free: [{ startsAt, endsAt }] })),
    }),
    blackouts: () => ({ blackouts: [{ date: '2027-05-04', why: 'Training.' }] }),
    checkSlot: ({ slot, sessionId }, side) => ({
      conflicts: takenBy(side, slot, sessionId) ? [{ why: 'The room is taken.' }] : [],
    }),
    suggestSlots: ({ window: { startsAt }, minutes }) => ({
      slots: [{ startsAt, minutes, timeZone: 'America/New_York' }],
    }),
    book: ({ slot, sessionId }, side, breaks) => {
      const other = takenBy(side, slot, sessionId)
      const isPart = other && other.startsAt !== slot.startsAt
      if (other && breaks !== (isPart ? 'partlyTaken' : 'conflict'))
        throw new PortError('conflict', 'The room is taken.')
      side.known.set(slotKey(sessionId, slot), slot)
      side.lines.push(`booked ${sessionId}`)
      return { reference: `B-${sessionId}` }
    },
    rebook: ({ from, slot, sessionId }, side, breaks) => {
      if (breaks === 'movedFirst' && !side.known.has(slotKey(sessionId, from))) return {}
      if (breaks !== 'movedOver' && takenBy(side, slot, sessionId))
        throw new PortError('conflict', 'The room is taken.')
      if (breaks !== 'moved') freeSlots(side, sessionId)
      side.known.set(slotKey(sessionId, slot), slot)
      side.lines.push(`moved ${sessionId}`)
      return { reference: `B-${sessionId}` }
    },
    release: ({ sessionId }, side, breaks) => {
      if (side.known.has(`released ${sessionId}`)) return {}
      side.known.set(`released ${sessionId}`, true)
      if (breaks !== 'released') freeSlots(side, sessionId)
      side.lines.push(`released ${sessionId}`)
      return {}
    },
  }),
  conferencing: conferences,
  authoring: behaviour(authoring, {
    openEditor: ({ case: { caseId = '' }, draft, author, sequence }, side, breaks) => {
      const { workProductId = caseId, version = 0, revision = 0 } = draft ?? {}
      const isOlder = ((side.known.get(`version ${workProductId}`) as number | undefined) ?? 0) > version
      if (isOlder && breaks !== 'version') return {}
      const isClosed = ((side.known.get(`closed ${caseId}`) as number | undefined) ?? -1) > sequence
      if (isClosed && breaks !== 'closed') return {}
      if (!draft && breaks === 'withoutDraft' && side.known.has('undrafted')) return {}
      if (!draft) side.known.set('undrafted', true)
      side.known.delete(`closed ${caseId}`)
      side.known.set(`version ${workProductId}`, version)
      side.known.set(`case ${workProductId}`, caseId)
      const before = side.known.get(`author ${workProductId}`)
      if (before !== author.id) side.known.set(`former ${workProductId} ${String(before)}`, true)
      side.known.set(`author ${workProductId}`, author.id)
      side.lines.push(`open ${workProductId} ${version} ${revision} ${author.id} ${sequence}`)
      return { reference: `E-${workProductId}` }
    },
    editorLink: ({ workProductId, author }, side, breaks) => {
      const current = side.known.get(`author ${workProductId}`)
      const isClosed = side.known.has(`closed ${String(side.known.get(`case ${workProductId}`))}`)
      const isFormer = side.known.has(`former ${workProductId} ${author.id}`)
      if (current === undefined && breaks !== 'noLink')
        throw new PortError('refused', 'There is no such draft.')
      if (isClosed) throw new PortError('refused', 'The editor is closed.')
      const isLetIn = breaks === (isFormer ? 'reassigned' : 'ownAuthor')
      if (current !== undefined && current !== author.id && !isLetIn)
        throw new PortError('refused', 'Somebody else writes it.')
      return { url: `https://editor.example/${workProductId}` }
    },
    documentChanged: ({ documentId, sequence }, side, breaks) => {
      showNewest(side, documentId, sequence, `${documentId} ${sequence}`, breaks === 'lateDocument')
      return {}
    },
    annotationChanged: ({ annotationId, sequence }, side, breaks) => {
      showNewest(side, annotationId, sequence, `${annotationId} ${sequence}`, breaks === 'lateAnnotation')
      return {}
    },
    issuesChanged: ({ case: { caseId = '' }, sequence }, side, breaks) => {
      showNewest(side, `issues ${caseId}`, sequence, `issues ${caseId} ${sequence}`, breaks === 'lateIssues')
      return {}
    },
    draftChanged: ({ draft: { workProductId, revision }, sequence }, side, breaks) => {
      const line = `${workProductId} revision ${revision} ${sequence}`
      showNewest(side, `draft ${workProductId}`, sequence, line, breaks === 'lateSave')
      return {}
    },
    commentsChanged: ({ workProductId, sequence }, side) => {
      showNewest(side, `comments ${workProductId}`, sequence, `comments ${workProductId} ${sequence}`, false)
      return {}
    },
    proposalsChanged: ({ workProductId, sequence }, side) => {
      showNewest(
        side,
        `proposals ${workProductId}`,
        sequence,
        `proposals ${workProductId} ${sequence}`,
        false,
      )
      return {}
    },
    draftMoved: ({ workProductId, status, sequence }, side) => {
      showNewest(side, `status ${workProductId}`, sequence, `${workProductId} is ${status}`, false)
      return {}
    },
    closeEditor: ({ case: { caseId = '' }, sequence }, side) => {
      side.known.set(`closed ${caseId}`, sequence)
      side.lines.push(`closed ${caseId}`)
      return {}
    },
    updateBoilerplate: ({ entry: { name, version } }, side) => {
      side.lines.push(`${name} ${version}`)
      return {}
    },
  }),
  correspondence: behaviour(
    correspondence,
    {
      send: ({ letterId, recipient: { partyId } }, side, breaks) => {
        if (breaks === 'lettersApart' && side.known.has(partyId)) return {}
        side.known.set(partyId, true)
        side.lines.push(`sent ${letterId}`)
        return {}
      },
      fetchPiece: ({ pieceId }, side, breaks) => {
        const time = (side.known.get(pieceId) as number | undefined) ?? 0
        if (breaks === 'pieceBytes') side.known.set(pieceId, time + 1)
        if (pieceId === 'piece_1') return bytes(`a letter${time > 0 ? `, ${time}` : ''}`)
        throw new PortError(breaks === 'noPiece' ? 'unavailable' : 'gone', 'There is no such piece.')
      },
    },
    { fetchPiece: { pieceId: 'piece_1', partId: '1' } },
  ),
  notifications: behaviour(notifications, {
    notify: ({ notificationId, event: { id } }, side, breaks) => {
      if (breaks === 'messagesApart' && side.known.has(id)) return {}
      side.known.set(id, true)
      side.lines.push(`notified ${notificationId}`)
      return { receipt: { channel: 'email', sentAt: at } }
    },
  }),
  reporting: behaviour(reporting, {
    schedule: () => ({ nextAt: at, after: 0 }),
    takeStates: ({ cases }, side, breaks) => {
      for (const { caseId, status, version } of cases)
        showNewest(side, caseId, version, `${caseId} ${status}`, breaks === 'newestState')
      return {}
    },
    takeEvents: ({ events }, side, breaks) => {
      const fresh = events.filter(({ id }) => breaks === 'knownEvents' || !side.known.has(id))
      for (const { id } of fresh) side.known.set(id, true)
      side.lines.push(...fresh.map(({ id }) => id))
      return {}
    },
    takeElements: ({ elements }, side) => {
      side.lines.push(...elements.map(({ name }) => name))
      return {}
    },
  }),
}
