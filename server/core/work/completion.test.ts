import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { alice, callBy, noon } from '../../test/given.ts'
import { type Fact, fold, type Recorded, Refusal } from '../kernel/decider.ts'
import { taskTypeOf } from './draft.ts'
import { offersOn } from './offers.ts'
import { type WorkCommand, work } from './work.ts'

const caseId = 'case_1'
const profile = defaultProfile
const hour = 3_600_000
const after = (hours: number) => new Date(noon.getTime() + hours * hour)

type Said = { type: string; subject?: string; data?: object }
type Row = { outcome?: string; about?: string; done: Said[]; notEnough?: Said[]; before?: Said[] }

const product = (status: string): Said => ({
  type: `workProduct.${status}`,
  subject: 'product_1',
  data: { workProductId: 'product_1', packageSha256: 'a'.repeat(64), dispositions: [] },
})
const filed = (documentType?: string): Said => ({
  type: 'document.filed',
  subject: 'doc_1',
  data: { documentId: 'doc_1', ...(documentType ? { documentType } : {}) },
})
const ofParty = (name: string, partyId = 'ada'): Said => ({
  type: `party.${name}`,
  subject: partyId,
  data: { partyId, role: 'appellant' },
})
const ofSession = (name: string, sessionId = 'session_1'): Said => ({
  type: `session.${name}`,
  subject: sessionId,
  data: { sessionId, kind: 'video', slot: { startsAt: after(-48).toISOString() } },
})
const ofLetter = (name: string, letterId = 'ltr_1', more: object = {}): Said => ({
  type: `letter.${name}`,
  subject: letterId,
  data: { letterId, letter: 'general', partyId: 'ada', ...more },
})
const redocketed = { type: 'case.corrected', data: { docket: 'hearing' } }
const recording = filed('hearingRecording')

/** What each type of task needs, what happens that is not it, and what is it. */
const rows: Record<string, Row> = {
  representativeArgument: { notEnough: [filed(), filed('motion')], done: [filed('brief')] },
  drafting: { notEnough: [product('drafted')], done: [product('submitted')] },
  letter: {
    notEnough: [ofLetter('owed', 'ltr_1', { eventType: 'session.scheduled' })],
    done: [ofLetter('owed')],
  },
  courtRemandLetter: {
    notEnough: [ofLetter('owed', 'ltr_1', { eventType: 'session.scheduled' })],
    done: [ofLetter('owed')],
  },
  qualityReview: { outcome: 'passed', notEnough: [product('submitted')], done: [product('signed')] },
  dispatch: { outcome: 'dispatched', notEnough: [product('signed')], done: [product('released')] },
  letterFailed: {
    about: 'ltr_1',
    notEnough: [ofLetter('receipted', 'ltr_2')],
    done: [ofLetter('receipted')],
  },
  effectuationFailed: {
    notEnough: [{ type: 'effectuation.failed', data: { workProductId: 'product_1', why: 'No account.' } }],
    done: [{ type: 'effectuation.completed', data: { workProductId: 'product_1' } }],
  },
  artifactMissing: {
    outcome: 'filed',
    about: 'session_1',
    notEnough: [filed('brief'), ofSession('artifactFiled', 'session_2')],
    done: [recording],
  },
  recordMissing: {
    outcome: 'filed',
    about: 'session_1',
    notEnough: [filed('brief')],
    done: [{ type: 'document.edited', subject: 'doc_1', data: { documentType: 'hearingTranscript' } }],
  },
  changeOfAddress: { notEnough: [ofParty('died')], done: [ofParty('contactChanged')] },
  motionToAdvance: {
    notEnough: [redocketed],
    done: [{ type: 'case.advanced', data: { reason: 'hardship', granted: false } }],
  },
  deathCertificate: { notEnough: [ofParty('contactChanged')], done: [ofParty('died')] },
  docketSwitch: {
    notEnough: [{ type: 'case.corrected', data: { receiptDate: '2026-01-02' } }],
    done: [redocketed],
  },
  hearingPostponement: { notEnough: [ofSession('scheduled')], done: [ofSession('rescheduled')] },
  hearingWithdrawal: { notEnough: [ofSession('rescheduled')], done: [ofSession('withdrawn')] },
  representationChange: {
    notEnough: [ofParty('contactChanged')],
    done: [ofParty('representationChanged')],
  },
  partyChange: { about: 'ada', notEnough: [ofParty('recorded', 'eve')], done: [ofParty('recorded')] },
  partyConflict: {
    about: 'ada',
    notEnough: [ofParty('conflictSettled', 'eve'), ofParty('contactChanged')],
    done: [ofParty('conflictSettled')],
  },
  returnedMail: { notEnough: [ofParty('died')], done: [ofParty('contactChanged')] },
}

const recordedAt = (at: Date, said: readonly Said[]): Recorded[] =>
  said.map(
    ({ type, subject = caseId, data = {} }) =>
      ({ type, subject, data, at: at.toISOString(), actor: alice }) as unknown as Recorded,
  )

const opened = (taskId: string, type: string, more: object = {}): Said => ({
  type: 'task.opened',
  subject: taskId,
  data: { taskId, type, ...more },
})

/** A case on which a task of a type was opened at noon, what happened before it, and since. */
function caseWith(
  type: string,
  { about }: Pick<Row, 'about'>,
  past: readonly Said[],
  since: readonly Said[],
) {
  const assignee = { kind: 'person', id: alice.id, name: alice.name }
  const task = { parentId: 'task_root', assignee, ...(about ? { about } : {}) }
  return fold(work, [
    ...recordedAt(after(-72), [
      { type: 'case.opened', data: { caseType: 'appeal', receiptDate: '2026-03-02' } },
      opened('task_root', 'appeal'),
      ofSession('scheduled'),
    ]),
    ...recordedAt(after(-60), past),
    ...recordedAt(noon, [opened('task_1', type, task)]),
    ...recordedAt(after(1), since),
  ])
}

type State = ReturnType<typeof caseWith>
const roles = profile.roles.filter(({ isAdministrator }) => isAdministrator).map(({ name }) => name)
const call = { ...callBy(alice, after(2)), caller: { roles, teams: [] } }
const worker = { ...alice, roles, teams: [] }

function complete(
  state: State,
  more: Partial<Extract<WorkCommand, { type: 'completeTask' }>>,
): Fact[] | string {
  try {
    return work.decide({ type: 'completeTask', caseId, taskId: 'task_1', ...more }, state, call)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

const offered = (state: State) => {
  const task = state.tasks.find(({ id }) => id === 'task_1')
  assert.ok(task)
  return offersOn(task, { caseId, state, worker, at: call.at, profile })
}

describe('completing a task', () => {
  it('is checked by this table, for every type whose profile says what it is for', () => {
    const asking = profile.taskTypes.filter(({ completesWhen }) => completesWhen).map(({ name }) => name)
    assert.deepEqual(Object.keys(rows).toSorted(), asking.toSorted())
  })

  for (const [type, row] of Object.entries(rows)) {
    const { outcome, done, notEnough = [] } = row
    const { label = '', completesWhen } = taskTypeOf({ profile }, type) ?? {}
    const why = `“${label}” cannot be completed. ${completesWhen?.otherwise}`
    const chosen = outcome ? { outcome } : {}
    const tooEarly: [string, State][] = [
      ['nothing has happened', caseWith(type, row, [], [])],
      ['something else has happened', caseWith(type, row, [], notEnough)],
      ...(completesWhen?.happened
        ? [['it happened before', caseWith(type, row, done, [])] as [string, State]]
        : []),
    ]

    it(`of the type ${type} is refused too early, in its words, and accepted once it is done`, () => {
      for (const [when, state] of tooEarly) {
        assert.equal(complete(state, chosen), why, when)
        assert.equal(complete(state, { ...chosen, note: ' ' }), why, when)
        const { may, refused, notes } = offered(state)
        const told = { ...chosen, why }
        if (completesWhen?.orNote) {
          assert.ok(typeof complete(state, { ...chosen, note: 'Settled by phone.' }) !== 'string', when)
          assert.deepEqual([may.includes('complete'), refused, notes], [true, [], [told]], when)
        } else {
          assert.equal(complete(state, { ...chosen, note: 'Settled by phone.' }), why, when)
          assert.deepEqual(
            [refused.find((one) => one.outcome === outcome), notes],
            [{ action: 'complete', ...told }, []],
            when,
          )
        }
      }
      const state = caseWith(type, row, [], done)
      assert.ok(typeof complete(state, chosen) !== 'string', String(complete(state, chosen)))
      const { may, refused, notes } = offered(state)
      assert.deepEqual([may.includes('complete'), refused, notes], [true, [], []])
    })
  }

  it('by another outcome than the one that says it is done needs only what that outcome needs', () => {
    const state = caseWith('recordMissing', { about: 'session_1' }, [], [])
    assert.ok(typeof complete(state, { outcome: 'none', note: 'The device was off.' }) !== 'string')
  })

  it('counts a record from the start of its hearing, though its task was opened later', () => {
    const early = fold(
      work,
      recordedAt(after(-24), [recording]),
      caseWith('recordMissing', { about: 'session_1' }, [], []),
    )
    assert.ok(typeof complete(early, { outcome: 'filed' }) !== 'string')
    const artifact = fold(
      work,
      recordedAt(after(-24), [recording]),
      caseWith('artifactMissing', { about: 'session_1' }, [], []),
    )
    assert.match(String(complete(artifact, { outcome: 'filed' })), /since the task was opened/)
  })

  it('counts the change that opened the task', () => {
    const state = fold(
      work,
      recordedAt(noon, [ofParty('representationChanged')]),
      caseWith('representationChange', {}, [], []),
    )
    assert.ok(typeof complete(state, {}) !== 'string')
  })

  it('needs nothing by a profile that says nothing, but a draft for drafting', () => {
    const silent = { ...profile, taskTypes: profile.taskTypes.map(({ completesWhen: _, ...type }) => type) }
    for (const [type, { outcome, ...row }] of Object.entries(rows)) {
      const command = {
        type: 'completeTask' as const,
        caseId,
        taskId: 'task_1',
        ...(outcome ? { outcome } : {}),
      }
      const decide = () => work.decide(command, caseWith(type, row, [], []), { ...call, profile: silent })
      if (type === 'drafting') assert.throws(decide, /No work product has been submitted/)
      else assert.ok(decide().length > 0, type)
    }
  })

  it('keeps of many documents only when one of each type was last filed', () => {
    const many = Array.from({ length: 500 }, (_, index) => filed(index % 2 ? 'brief' : undefined))
    assert.equal(
      caseWith('letter', {}, [], many).happened.filter(({ event }) => event === 'document.filed').length,
      2,
    )
  })
})
