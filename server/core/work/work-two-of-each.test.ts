import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { byTheClock } from '../../test/by-the-clock.ts'
import { type CaseInWork, caseInWork, opening } from '../../test/case-in-work.ts'
import { alice, bob } from '../../test/given.ts'
import { deadLetters } from '../decision/dead-letter.ts'
import { caseFile } from '../file/case-file.ts'
import { letters } from '../letter/letter.ts'
import { party } from '../party/party.ts'
import { type SessionOutcome, session } from '../session/session.ts'
import { aboutOf } from './about.ts'
import { type WorkCommand, work } from './work.ts'

const caseId = 'case_1'
const earlier = byTheClock(defaultProfile)

describe('a case that has two of something', () => {
  let one: CaseInWork

  beforeEach(() => {
    one = caseInWork({ profile: earlier })
    one.run(caseFile, opening)
    does({ type: 'docket', docket: 'directReview', findings: [], mayOverride: false })
  })

  type Given = WorkCommand extends infer Command
    ? Command extends unknown
      ? Omit<Command, 'caseId'>
      : never
    : never
  const does = (command: Given) => one.run(work, { caseId, ...command } as WorkCommand)
  const ask = (sessionId: string) =>
    one.run(session, { type: 'requestSession', caseId, sessionId, kind: 'video' })
  const place = (sessionId: string) => {
    const startsAt = new Date(one.at.getTime() + 86_400_000).toISOString()
    one.run(session, {
      type: 'placeSession',
      caseId,
      sessionId,
      slot: { startsAt, minutes: 60, timeZone: 'UTC' },
      consent: 'Everybody has agreed.',
    })
  }
  const end = (sessionId: string, outcome: SessionOutcome) =>
    one.run(session, { type: 'endSession', caseId, sessionId, outcome })
  const of = (about: string) =>
    one.state.tasks.filter((task) => aboutOf(one.state, task) === about).map(({ type }) => type)
  const only = (type: string, about: string) => {
    const [task, ...others] = one.state.tasks.filter((task) => task.type === type && task.about === about)
    assert.ok(task && others.length === 0, `there is one ${type} about ${about}`)
    return task
  }
  const status = () => one.state.standing?.status

  it('two sessions: each keeps its own tasks, whatever happens to the other', () => {
    ask('session_a')
    ask('session_b')
    place('session_a')
    assert.equal(only('holdSession', 'session_a').parentId, only('sessionPending', 'session_a').id)
    end('session_b', 'withdrawn')
    assert.deepEqual(of('session_a'), ['sessionPending', 'holdSession'])
    assert.equal(status(), 'sessionScheduled')
    end('session_a', 'withdrawn')
    assert.deepEqual(of('session_a'), ['evidenceWindow'])
    assert.equal(status(), 'evidenceWindow')
  })

  it('the task to hold a session is completed by its outcome, whatever it is', () => {
    const outcomes = ['postponed', 'noShow', 'held', 'withdrawn'] as const
    for (const outcome of outcomes) {
      ask(`session_${outcome}`)
      place(`session_${outcome}`)
    }
    one.passDays(2)
    for (const outcome of outcomes) end(`session_${outcome}`, outcome)
    const ends = one.events.flatMap((event) =>
      (event.type === 'task.completed' || event.type === 'task.cancelled') &&
      event.data.type === 'holdSession'
        ? [[event.type, event.data.about, 'outcome' in event.data ? event.data.outcome : undefined]]
        : [],
    )
    assert.deepEqual(
      ends,
      outcomes.map((outcome) => ['task.completed', `session_${outcome}`, outcome]),
    )
  })

  it('a session held without a record opens the task to get one, at once or when none has come', () => {
    const withRecords = [
      ['session_a', { record: 'none' }],
      ['session_b', { record: 'none', withoutRecord: 'Nobody wanted to be recorded.' }],
      ['session_c', { record: 'stored' }],
      ['session_d', { record: 'toCome' }],
      ['session_e', { record: 'toCome' }],
    ] as const
    for (const [id] of withRecords) {
      ask(id)
      place(id)
    }
    one.passDays(2)
    for (const [sessionId, given] of withRecords)
      one.run(session, { type: 'endSession', caseId, sessionId, outcome: 'held', ...given })
    const missing = () =>
      one.state.tasks.filter(({ type }) => type === 'recordMissing').map(({ about }) => about)
    assert.deepEqual(missing(), ['session_a'])
    const filed = (sessionId: string) =>
      one.run(
        {
          name: 'filing',
          reads: () => ({ types: [] }),
          initial: {},
          evolve: (state: object) => state,
          decide: () => [
            {
              type: 'session.artifactFiled' as const,
              subject: sessionId,
              data: {
                ...{ sessionId, artifactId: 'a', kind: 'recording' as const, documentId: 'doc_1' },
                mediaType: 'audio/ogg',
              },
            },
          ],
        } as unknown as Parameters<typeof one.run>[0],
        { caseId, type: 'file' },
      )
    filed('session_d')
    one.passDays(3)
    for (const { id, name } of one.state.timers)
      if (name === 'recordDue') does({ type: 'fireTimer', timerId: id })
    assert.deepEqual(missing(), ['session_a', 'session_e'])
    filed('session_e')
    assert.deepEqual(missing(), ['session_a'])
  })

  it('a task about a session that is to come is due before it', () => {
    const dueAfterHours = (hours: number) => {
      const sessionId = `session_in${hours}`
      ask(sessionId)
      const startsAt = new Date(one.at.getTime() + hours * 3_600_000).toISOString()
      const slot = { startsAt, minutes: 60, timeZone: 'UTC' }
      one.run(session, { type: 'placeSession', caseId, sessionId, slot, consent: 'Everybody has agreed.' })
      const conflicts = [{ why: 'The room is not available.' }]
      one.run(session, { type: 'flagConflicts', caseId, sessionId, conflicts, of: slot })
      const { deadline = '' } = only('sessionConflict', sessionId)
      return (Date.parse(deadline) - one.at.getTime()) / 3_600_000
    }
    assert.equal(dueAfterHours(30 * 24), 7 * 24, 'as its type says')
    assert.equal(dueAfterHours(5 * 24), 4 * 24)
    assert.equal(dueAfterHours(17), 16)
    assert.equal(dueAfterHours(0.5), 0.5)
  })

  describe('a task that concerns a session', () => {
    const hours = (count: number) => new Date(one.at.getTime() + count * 3_600_000).toISOString()
    const placeIn = (sessionId: string, count: number) => {
      const slot = { startsAt: hours(count), minutes: 60, timeZone: 'UTC' }
      const consent = 'Everybody has agreed.'
      one.run(session, { type: 'placeSession', caseId, sessionId, kind: 'inPerson', slot, consent })
    }
    const dueIn = (type: string) => {
      const { deadline = '' } = one.state.tasks.find((task) => task.type === type) ?? {}
      return (Date.parse(deadline) - one.at.getTime()) / 3_600_000
    }
    /** The notice of the last date, which cannot be sent. */
    const failNotice = (cause: 'notMailable' | 'returned') => {
      const eventId = one.events.findLast(({ type }) => /^session.(re)?scheduled$/.test(type))?.id ?? ''
      const trigger = { id: eventId, at: one.at.toISOString(), type: 'session.scheduled' as const }
      const [owed] = one.run(letters, {
        ...{
          type: 'raiseLetter',
          caseId,
          letter: cause === 'returned' ? 'hearingReminder' : 'hearingNotice',
        },
        trigger: { ...trigger, sessionId: 'session_a' },
      })
      const letterId = owed?.subject ?? ''
      if (cause === 'returned')
        one.run(letters, {
          ...{ type: 'noteComposed', caseId, letterId, subject: 'Your hearing' },
          ...{ sha256: 'a'.repeat(64), bytes: 1, pageCount: 1, date: '2026-03-02' },
        })
      const failure = { cause, why: 'There is no address.', failedAt: one.at.toISOString() }
      one.run(letters, { type: 'failLetter', caseId, letterId, ...failure })
      return letterId
    }

    beforeEach(() => {
      one.run(party, {
        ...{ type: 'recordParty', caseId, partyId: 'party_1', role: 'appellant' },
        person: { firstName: 'Ada', lastName: 'Byron' },
      })
      ask('session_a')
    })

    it('is due before it, whatever it is about: a letter, mail, a delivery, a task under one', () => {
      placeIn('session_a', 72)
      const letterId = failNotice('notMailable')
      assert.equal(only('letterFailed', letterId).sessionId, 'session_a')
      assert.equal(dueIn('letterFailed'), 48)
      does({
        ...{ type: 'openTask', parentId: only('letterFailed', letterId).id, taskType: 'supportAction' },
        newTaskId: 'task_under',
      })
      assert.equal(dueIn('supportAction'), 48)
      does({
        type: 'routeMail',
        mailType: 'hearingPostponement',
        documentId: 'doc_1',
        newTaskId: 'task_mail',
      })
      assert.equal(dueIn('hearingPostponement'), 48)
      does({ type: 'routeMail', mailType: 'statusInquiry', documentId: 'doc_2', newTaskId: 'task_other' })
      assert.equal(dueIn('statusInquiry'), 14 * 24, 'which does not concern it')
      one.run(deadLetters, {
        ...{ type: 'giveUp', caseId, obligationId: 'obl_1', port: 'scheduling', binding: 'main' },
        ...{ call: 'book', why: 'It does not answer.', failedAt: one.at.toISOString(), about: 'session_a' },
      })
      assert.equal(dueIn('deliveryFailed'), 48)
      failNotice('returned')
      assert.equal(dueIn('returnedMail'), 48)
    })

    it('is due by its new date when it is moved, and as usual when it has none', () => {
      placeIn('session_a', 72)
      failNotice('notMailable')
      const warnings = () =>
        one.state.timers.filter(({ name, taskId }) => {
          const task = one.state.tasks.find(({ id }) => id === taskId)
          return name === 'deadlineApproaching' && task?.type === 'letterFailed'
        })
      assert.deepEqual(warnings(), [], 'too close for a warning')
      placeIn('session_a', 40)
      assert.equal(dueIn('letterFailed'), 16)
      placeIn('session_a', 11 * 24)
      assert.equal(dueIn('letterFailed'), 10 * 24)
      assert.deepEqual(
        warnings().map(({ due }) => due),
        [hours(3 * 24)],
      )
      const moved = one.events.flatMap((event) => (event.type === 'task.deadlineMoved' ? [event.data] : []))
      assert.deepEqual(
        moved.map(({ was, deadline }) => [was, deadline]),
        [
          [hours(48), hours(16)],
          [hours(16), hours(240)],
        ],
      )
      end('session_a', 'postponed')
      assert.equal(dueIn('letterFailed'), 14 * 24)
      placeIn('session_a', 72)
      assert.equal(dueIn('letterFailed'), 48)
      one.passDays(4)
      end('session_a', 'held')
      assert.equal(dueIn('letterFailed'), -48, 'late, and it stays so')
    })

    it('mail about a hearing that has no date yet is due before the date that it gets', () => {
      does({ type: 'routeMail', mailType: 'hearingRelated', documentId: 'doc_1', newTaskId: 'task_mail' })
      assert.equal(dueIn('hearingRelated'), 7 * 24)
      ask('session_b')
      placeIn('session_b', 48)
      assert.equal(dueIn('hearingRelated'), 7 * 24, 'it is about the other hearing')
      placeIn('session_a', 72)
      assert.equal(dueIn('hearingRelated'), 48)
    })
  })

  it('two sessions that nobody came to: releasing one leaves the other waiting', () => {
    for (const id of ['session_a', 'session_b']) {
      ask(id)
      place(id)
    }
    one.passDays(2)
    end('session_a', 'noShow')
    end('session_b', 'noShow')
    assert.equal(only('noShow', 'session_b').parentId, only('sessionPending', 'session_b').id)
    does({ type: 'resumeTask', taskId: only('noShow', 'session_a').id })
    does({ type: 'completeTask', taskId: only('noShow', 'session_a').id, outcome: 'release' })
    assert.deepEqual(of('session_a'), ['evidenceWindow'])
    assert.deepEqual(of('session_b'), ['sessionPending', 'noShow'])
    does({ type: 'resumeTask', taskId: only('noShow', 'session_b').id })
    does({ type: 'completeTask', taskId: only('noShow', 'session_b').id, outcome: 'postpone' })
    assert.equal(only('scheduleSession', 'session_b').parentId, only('sessionPending', 'session_b').id)
  })

  it('two evidence windows: the end of one leaves the other open, also where one is about no session', () => {
    one = caseInWork({ profile: earlier })
    one.run(caseFile, opening)
    does({ type: 'docket', docket: 'evidenceSubmission', findings: [], mayOverride: false })
    one.passDays(30)
    ask('session_a')
    end('session_a', 'withdrawn')
    one.passDays(61)
    for (const { id } of one.state.timers) does({ type: 'fireTimer', timerId: id })
    assert.deepEqual(
      one.state.tasks.filter(({ type }) => type === 'evidenceWindow').map(({ about }) => about),
      ['session_a'],
    )
    one.passDays(30)
    for (const { id } of one.state.timers) does({ type: 'fireTimer', timerId: id })
    assert.equal(status(), 'onDocket')
  })

  it('two holds: each ends by its own timer', () => {
    for (const [index, days] of [10, 20].entries()) {
      const taskId = `task_${index}`
      does({ type: 'routeMail', mailType: 'extensionRequest', newTaskId: taskId, documentId: `doc_${index}` })
      const until = new Date(one.at.getTime() + days * 86_400_000).toISOString()
      does({ type: 'holdTask', taskId, until, why: 'Waiting.', timerId: `timer_${index}` })
    }
    one.passDays(11)
    for (const { id } of one.state.timers) does({ type: 'fireTimer', timerId: id })
    const mail = one.state.tasks.filter(({ type }) => type === 'extensionRequest')
    assert.deepEqual(
      mail.map(({ status }) => status),
      ['assigned', 'onHold'],
    )
    assert.deepEqual(
      one.state.timers.filter(({ name }) => name === 'hold').map(({ id, about }) => [id, about]),
      [['timer_1', 'doc_1']],
    )
  })

  it('two letters by mail: completing one leaves the other to do, and the case on hold', () => {
    for (const name of ['a', 'b']) {
      const letter = { mailType: 'extensionRequest', newTaskId: `task_${name}`, documentId: `doc_${name}` }
      does({ type: 'routeMail', ...letter })
    }
    does({ type: 'completeTask', taskId: 'task_a', outcome: 'granted' })
    assert.deepEqual(of('doc_b'), ['extensionRequest'])
    assert.equal(status(), 'onHold')
  })

  it('two drafts, one after the other: what becomes of the first says nothing of the second', () => {
    const ids = { workProductId: 'product_a', packageSha256: 'a'.repeat(64) }
    const draft = { version: 1, title: 'Decision', contentSha256: 'b'.repeat(64), issueIds: [] }
    say([
      {
        type: 'workProduct.drafted',
        subject: 'product_b',
        data: { ...draft, workProductId: 'product_b' },
      },
      {
        type: 'workProduct.discarded',
        subject: 'product_a',
        data: { workProductId: ids.workProductId, why: 'Begun anew.' },
      },
    ])
    assert.deepEqual(one.state.workProduct, { id: 'product_b', status: 'draft', packageSha256: null })
  })

  it('a rule that sets a timer for one thing leaves that of another running, and stops its own', () => {
    const profile = structuredClone(defaultProfile)
    profile.workflows[0]?.rules.push(
      { name: 'letterOut', on: { event: 'session.requested' }, do: [{ timer: 'courtRemandLetter' }] },
      { name: 'letterBack', on: { event: 'session.withdrawn' }, do: [{ stop: 'courtRemandLetter' }] },
      {
        name: 'again',
        on: { event: 'session.withdrawn' },
        when: { open: ['sessionPending'] },
        do: [{ open: 'letter' }],
      },
    )
    one = caseInWork({ profile })
    one.run(caseFile, opening)
    ask('session_a')
    ask('session_b')
    const running = () => one.state.timers.filter(({ name }) => name === 'courtRemandLetter')
    assert.deepEqual(
      running().map(({ about }) => about),
      ['session_a', 'session_b'],
    )
    end('session_a', 'withdrawn')
    assert.deepEqual(
      running().map(({ about }) => about),
      ['session_b'],
    )
    assert.deepEqual(
      of('session_a'),
      ['evidenceWindow'],
      'that of the other is no pending session of this one',
    )
  })

  it('who had the task about one thing gets the next about it, whoever had that about another', () => {
    const profile = structuredClone(defaultProfile)
    const postponed = profile.workflows[0]?.rules.find(({ name }) => name === 'sessionPostponed')
    const opens = postponed?.do.find((step) => 'open' in step && step.open === 'scheduleSession')
    Object.assign(opens ?? {}, { assign: { holderOf: 'scheduleSession' } })
    one = caseInWork({ profile })
    one.run(caseFile, opening)
    for (const [sessionId, { id, name }] of [
      ['session_a', alice],
      ['session_b', bob],
    ] as const) {
      ask(sessionId)
      const assignee = { kind: 'person' as const, id, name }
      does({ type: 'assignTask', taskId: only('scheduleSession', sessionId).id, assignee })
      place(sessionId)
    }
    end('session_a', 'postponed')
    assert.equal(only('scheduleSession', 'session_a').assignee?.id, alice.id)
  })

  it('a second request for the same session is not opened by hand', () => {
    ask('session_a')
    ask('session_b')
    assert.throws(
      () =>
        does({
          type: 'openTask',
          parentId: only('sessionPending', 'session_a').id,
          taskType: 'scheduleSession',
          newTaskId: 'task_x',
        }),
      /already open/,
    )
    place('session_a')
    does({
      type: 'openTask',
      parentId: only('sessionPending', 'session_a').id,
      taskType: 'scheduleSession',
      newTaskId: 'task_x',
    })
    end('session_b', 'withdrawn')
    assert.deepEqual(of('session_a'), ['sessionPending', 'holdSession', 'scheduleSession'])
  })

  /** Facts as another aggregate would decide them. */
  function say(facts: ReturnType<typeof work.decide>) {
    const saying = {
      name: 'saying',
      stateVersion: 1,
      reads: () => ({ types: [] }),
      initial: null,
      evolve: () => null,
      decide: () => facts,
    }
    one.run(saying, { type: 'say', caseId })
  }
})
