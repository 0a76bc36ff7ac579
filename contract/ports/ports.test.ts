import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PortName, portNamed, portNames, ports } from './all.ts'
import { heardBy } from './heard.ts'
import { definePort, type PortDeclaration } from './kit.ts'

/** `event → call`; a call alone, where no event leads to it. */
type Row = { words: string; by: readonly string[] }
type Rows = { outbound: readonly Row[]; inbound: readonly Row[] }

const leadingTo = (call: string, events: string) => events.split(' ').map((event) => `${event} → ${call}`)

/** The event table of the specification, in its words, and what covers each row. */
const table: Record<PortName, Rows> = {
  'document-source': {
    outbound: [
      { words: 'Case opened', by: ['case.opened → list'] },
      {
        words: 'Session produces an artifact',
        by: ['document.filed → writeBack', 'document.revised → writeBack'],
      },
    ],
    inbound: [
      { words: 'New submission arrives', by: ['submitted'] },
      { words: 'In-flight document updates', by: ['revised'] },
    ],
  },
  authoring: {
    outbound: [
      {
        words: 'Case assigned for drafting',
        by: [
          ...leadingTo('openEditor', 'task.opened task.assigned workProduct.drafted'),
          // Until the assignment ends, the editor is given what it was opened with as it is by then.
          ...leadingTo('closeEditor', 'task.assigned task.completed task.cancelled case.closed'),
          ...leadingTo(
            'documentChanged',
            'document.filed document.revised document.divided document.edited document.held document.admitted document.removed',
          ),
          ...leadingTo(
            'annotationChanged',
            'document.annotated document.annotationEdited document.annotationMoved document.annotationOrphaned document.annotationRemoved',
          ),
          ...leadingTo(
            'issuesChanged',
            'issue.added issue.edited issue.decided issue.undecided issue.split issue.merged issue.removed issue.restored issue.cited issue.uncited issue.citationMoved issue.citationOrphaned case.issuesOrdered',
          ),
          ...leadingTo('draftChanged', 'workProduct.saved'),
          ...leadingTo(
            'draftMoved',
            'workProduct.submitted workProduct.returned workProduct.signed workProduct.recalled workProduct.discarded workProduct.reinstated',
          ),
          ...leadingTo(
            'commentsChanged',
            'workProduct.commented workProduct.commentResolved workProduct.commentReopened',
          ),
          ...leadingTo(
            'proposalsChanged',
            'workProduct.proposed workProduct.proposalAccepted workProduct.proposalRejected workProduct.proposalWithdrawn',
          ),
        ],
      },
      { words: 'Boilerplate entry updates', by: ['updateBoilerplate'] },
    ],
    inbound: [
      {
        words: 'Draft saved',
        by: [
          ...['draftBegun', 'draftSaved', 'textChanged', 'issuesDecided', 'commented', 'commentSettled'],
          ...['proposed', 'proposalsAccepted', 'proposalsRejected', 'proposalsWithdrawn', 'submitted'],
        ],
      },
      { words: 'Author signs', by: ['authorSigned'] },
    ],
  },
  output: {
    outbound: [
      {
        words: 'Work product transitions to signed (workProduct.signed)',
        by: [
          'workProduct.signed → prepare',
          'delivery.owed → deliver',
          'workProduct.released → effectuate',
          'workProduct.recalled → recall',
        ],
      },
    ],
    inbound: [
      { words: 'Delivery receipt', by: ['receipt', 'bounce'] },
      { words: 'Effectuation completed', by: ['effectuated'] },
      { words: 'Effectuation failed', by: ['effectuationFailed'] },
    ],
  },
  notifications: {
    outbound: [
      { words: 'Docketed', by: ['notification.owed → notify'] },
      { words: 'Task assigned', by: ['notification.owed → notify'] },
      { words: 'Session scheduled', by: ['notification.owed → notify'] },
      { words: 'Draft ready for review', by: ['notification.owed → notify'] },
      { words: 'Deadline approaching', by: ['notification.owed → notify'] },
      { words: 'Any subscribed case action', by: ['notification.owed → notify'] },
    ],
    inbound: [
      { words: 'Delivery receipt', by: ['receipt'] },
      { words: 'Bounce', by: ['bounce'] },
    ],
  },
  reporting: {
    outbound: [
      { words: 'Reads of state, pulled by the tool', by: ['takeStates', 'takeElements', 'schedule'] },
      { words: 'Reads of the event stream, pulled by the tool', by: ['takeEvents'] },
    ],
    inbound: [{ words: 'Saved report pushed back as a dashboard', by: ['dashboardSaved'] }],
  },
  'party-identity': {
    outbound: [
      { words: 'Party added', by: ['party.recorded → resolve'] },
      { words: 'Contact detail edited', by: ['party.contactChanged → writeBack'] },
    ],
    inbound: [
      { words: 'Directory change', by: ['partyChanged'] },
      { words: 'Representative reassigned or revoked', by: ['representationChanged'] },
    ],
  },
  'case-status': {
    outbound: [
      { words: 'Case created', by: ['case.opened → announceCreated'] },
      { words: 'Case state transition', by: ['case.stateChanged → announceTransition'] },
      {
        words: "Case closes (carries the signed outcome's identifier)",
        by: ['case.closed → announceClosure'],
      },
    ],
    inbound: [
      { words: 'New cases to be docketed', by: ['caseSubmitted'] },
      { words: 'Upstream status change', by: ['statusChanged'] },
      { words: 'Upstream retraction', by: ['retracted'] },
    ],
  },
  scheduling: {
    outbound: [
      { words: 'Session requested', by: ['session.requested → suggestSlots'] },
      { words: 'Session placed', by: ['session.scheduled → book'] },
      { words: 'Session rescheduled', by: ['session.rescheduled → rebook'] },
      {
        words: 'Session withdrawn or postponed past its window',
        by: ['session.withdrawn → release', 'session.postponed → release'],
      },
    ],
    inbound: [
      { words: 'Availability change', by: ['availabilityChanged'] },
      { words: 'Blackout added', by: ['blackoutAdded'] },
    ],
  },
  conferencing: {
    outbound: [
      { words: 'Session scheduled', by: ['session.scheduled → create'] },
      {
        words: 'Rescheduled',
        by: [
          'session.rescheduled → update',
          'session.conferenceMoved → update',
          'session.conferenceNeeded → create',
          'session.conferenceUnneeded → cancel',
        ],
      },
      { words: 'Held', by: ['session.held → collect'] },
      {
        words: 'Withdrawn or postponed past its window',
        by: ['session.withdrawn → cancel', 'session.postponed → cancel'],
      },
    ],
    inbound: [
      { words: 'Participant joins or leaves', by: ['participantJoined', 'participantLeft'] },
      { words: 'Recording ready', by: ['recordingReady'] },
    ],
  },
  correspondence: {
    outbound: [
      { words: 'Signed outcome raises a notice', by: ['letter.composed → send'] },
      { words: 'Task routes a status letter', by: ['letter.composed → send'] },
      { words: 'Rule sends a deadline reminder', by: ['letter.composed → send'] },
    ],
    inbound: [
      { words: 'Piece arrives', by: ['pieceArrived'] },
      { words: 'Delivery receipt', by: ['receipt'] },
      { words: 'Bounce', by: ['bounce'] },
    ],
  },
}

/** The other calls of the port details: what the core asks for, not woken by an event. */
const asked: Record<PortName, readonly string[]> = {
  'document-source': ['fetch', 'arrivals'],
  'party-identity': ['lookUp'],
  'case-status': [],
  scheduling: ['availability', 'blackouts', 'checkSlot'],
  conferencing: ['detail', 'fetchArtifact'],
  authoring: ['editorLink'],
  correspondence: ['fetchPiece'],
  notifications: [],
  output: [],
  reporting: [],
}

describe('the ten ports', () => {
  it('have the names that the decisions give them', () => {
    assert.deepEqual(
      ports.map(({ name }) => name),
      portNames,
    )
    assert.deepEqual([...portNames].sort(), Object.keys(table).sort())
    assert.equal(portNamed('output')?.title, 'Output & effectuation')
    assert.equal(portNamed('fax'), undefined)
  })

  for (const port of ports as readonly PortDeclaration[]) {
    const rows = table[port.name as PortName]

    it(`${port.name}: every row of the event table is covered, and nothing is declared beyond it`, () => {
      const heard = heardBy(port).map(([event, call]) => `${event} → ${call}`)
      const said = rows.outbound.flatMap(({ by }) => by)
      const isThere = (name: string) => heard.includes(name) || Object.hasOwn(port.calls, name)
      assert.deepEqual(
        said.filter((name) => !isThere(name)),
        [],
      )
      assert.deepEqual(
        heard.filter((name) => !said.includes(name)),
        [],
      )
      const reached = said.map((name) => name.split(' → ').at(-1))
      assert.deepEqual(
        Object.keys(port.calls).filter((call) => !reached.includes(call)),
        asked[port.name as PortName],
      )
      const told = rows.inbound.flatMap(({ by }) => by)
      assert.deepEqual([...told].sort(), Object.keys(port.tells).sort())
    })

    it(`${port.name}: facts refuse unknown members, and sentences are sentences`, () => {
      for (const [name, { fact }] of Object.entries(port.tells))
        assert.equal(
          (fact as { additionalProperties?: unknown }).additionalProperties,
          false,
          `${port.name}.${name}`,
        )
      const sentences = [
        port.does,
        ...Object.values(port.supports),
        ...Object.values(port.calls).map(({ does }) => does),
        ...Object.values(port.tells).map(({ does }) => does),
      ]
      for (const sentence of sentences) assert.match(sentence, /^[A-Z].*\.$/, sentence)
    })

    it(`${port.name}: every capability is needed by a call or a fact, or said to be more`, () => {
      const needed = [...Object.values(port.calls), ...Object.values(port.tells)].map(({ needs }) => needs)
      const free = Object.keys(port.supports).filter((capability) => !needed.includes(capability))
      assert.deepEqual(free, optionalFields[port.name as PortName] ?? [])
    })
  }

  it('a declaration that contradicts itself is refused', () => {
    const port = { name: 'x', title: 'X', does: 'Does.', spec: 1, many: false, supports: {}, calls: {} }
    const ask = ports[0].calls.fetch
    assert.throws(
      () => definePort({ ...port, calls: { fetch: { ...ask, needs: 'none' } }, hears: {}, tells: {} }),
      /x: fetch needs none/,
    )
    assert.throws(
      () => definePort({ ...port, calls: { fetch: ask }, hears: { 'case.opened': 'fetch' }, tells: {} }),
      /case\.opened leads to fetch/,
    )
  })
})

/** Capabilities that no call or fact needs as a whole: they widen one, or answer more. */
const optionalFields: Partial<Record<PortName, readonly string[]>> = {
  'case-status': ['registration'],
  conferencing: ['personalLinks'],
  'party-identity': ['nameSearch'],
}
