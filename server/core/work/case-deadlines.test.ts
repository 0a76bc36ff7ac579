import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { byTheClock } from '../../test/by-the-clock.ts'
import { type CaseInWork, caseInWork, opening } from '../../test/case-in-work.ts'
import { caseFacts } from '../file/case-facts.ts'
import { caseFile } from '../file/case-file.ts'
import { document } from '../file/document.ts'
import { type Fact, fold, type Recorded } from '../kernel/decider.ts'
import { session } from '../session/session.ts'
import type { Arrival } from '../time/filed-on.ts'
import { type WorkCommand, work } from './work.ts'

const caseId = 'case_1'
const sessionId = 'session_1'

describe('the deadlines of a case', () => {
  let one: CaseInWork

  type Without<Command> = Command extends unknown ? Omit<Command, 'caseId'> : never
  const does = (command: Without<WorkCommand>) => one.run(work, { caseId, ...command } as WorkCommand)
  const opened = (receiptDate: string, docket: string, profile = defaultProfile) => {
    one = caseInWork({ profile })
    one.run(caseFile, { ...opening, receiptDate })
    does({ type: 'docket', docket, findings: [], mayOverride: false })
  }
  /** A fact of another aggregate, and all that follows from it. */
  const happens = (fact: Fact) =>
    one.run(
      {
        name: 'told',
        needs: undefined as never,
        stateVersion: 1,
        reads: () => ({ types: [] }),
        initial: null,
        evolve: () => null,
        decide: () => [fact],
      },
      { caseId, type: 'tell' },
    )
  const correct = (receiptDate: string) =>
    one.run(caseFacts, { type: 'correctCase', caseId, receiptDate, why: 'The stamp was misread.' })
  const timer = (deadline: string) => one.state.timers.find((timer) => timer.deadline === deadline)
  const moves = () =>
    (one.events as Recorded[]).flatMap((event) => (event.type === 'timer.moved' ? [event.data] : []))
  const windows = () => one.state.tasks.filter(({ type }) => type === 'evidenceWindow')
  const fire = () => {
    for (const { id } of one.state.timers) does({ type: 'fireTimer', timerId: id })
  }
  const held = (startsAt: string, outcome: 'held' | 'noShow' | 'withdrawn', more: { on?: string } = {}) => {
    one.run(session, { type: 'requestSession', caseId, sessionId, kind: 'inPerson' })
    const slot = { startsAt, minutes: 60, timeZone: 'America/Denver' }
    one.run(session, { type: 'placeSession', caseId, sessionId, slot, consent: 'They have agreed.' })
    one.passDays(3)
    one.run(session, { type: 'endSession', caseId, sessionId, outcome, ...more })
  }

  beforeEach(() => opened('2026-10-01', 'evidenceSubmission'))

  it('the evidence window runs from receipt, and to the end of its last day in the zone of the board', () => {
    const [window] = windows()
    assert.equal(timer('evidenceWindow')?.due, '2026-12-31T04:59:59.999Z')
    assert.equal(window?.heldUntil, '2026-12-31T04:59:59.999Z')
    const held = (one.events as Recorded[]).findLast((event) => event.type === 'task.held')
    assert.equal(
      (held?.data as { why?: string } | undefined)?.why,
      '90 days from receipt on October 1, 2026 is Wednesday, December 30, 2026.',
    )
    one.passDays(59)
    fire()
    assert.equal(windows().length, 1, 'on the last day it is open')
    one.passDays(1)
    fire()
    assert.equal(windows().length, 0)
  })

  it('in the old form a timer runs by the clock from when it is set', () => {
    opened('2026-10-01', 'evidenceSubmission', byTheClock(defaultProfile))
    assert.deepEqual(
      one.state.timers.map(({ due, deadline, day }) => [due, deadline, day]),
      [['2027-01-30T12:00:00.000Z', undefined, undefined]],
    )
    correct('2026-10-10')
    assert.deepEqual(moves(), [])
  })

  it('a corrected receipt moves the window, and says from which day to which', () => {
    correct('2026-10-12')
    const [moved, ...others] = moves()
    assert.deepEqual(others, [])
    assert.deepEqual([moved?.wasDay, moved?.day], ['2026-12-30', '2027-01-11'])
    assert.equal(
      moved?.because,
      'The day from which it runs (receipt) is October 12, 2026, not October 1, 2026.',
    )
    assert.equal(
      moved?.why,
      '90 days from receipt on October 12, 2026 is Sunday, January 10, 2027; the next working day is Monday, January 11, 2027.',
    )
    assert.equal(windows()[0]?.heldUntil, '2027-01-12T04:59:59.999Z')
    correct('2026-10-12')
    assert.equal(moves().length, 1, 'the same again changes nothing')
  })

  it('a correction to an earlier day that has passed ends the window by its timer', () => {
    correct('2026-07-01')
    assert.equal(timer('evidenceWindow')?.day, '2026-09-29')
    fire()
    assert.equal(windows().length, 0)
    assert.equal(one.state.standing?.status, 'onDocket')
  })

  it('a window that had passed runs again if its receipt was later', () => {
    correct('2026-07-01')
    fire()
    correct('2026-10-20')
    assert.equal(windows()[0]?.heldUntil, '2027-01-20T04:59:59.999Z')
    assert.equal(one.state.standing?.status, 'evidenceWindow')
    assert.equal(moves().at(-1)?.hadPassed, true)
    one.passDays(90)
    fire()
    assert.equal(windows().length, 0)
  })

  it('where the case has gone on, whoever has it is told that the window runs again', () => {
    correct('2026-07-01')
    fire()
    const distribution = one.state.tasks.find(({ type }) => type === 'distribution')
    const person = { kind: 'person' as const, id: 'mem_1', name: 'Judge' }
    does({ type: 'completeTask', taskId: distribution?.id ?? '', outcome: 'distributed', person })
    correct('2026-10-20')
    assert.equal(windows().length, 0)
    const told = (one.events as Recorded[]).findLast((event) => event.type === 'task.instructed')
    assert.match(
      (told?.data as { text?: string } | undefined)?.text ?? '',
      /^“Evidence window” had passed and runs again\. 90 days/,
    )
    assert.equal(timer('evidenceWindow')?.day, '2027-01-19')
  })

  it('an extension that is granted makes it longer', () => {
    does({ type: 'routeMail', mailType: 'extensionRequest', newTaskId: 'task_x', documentId: 'doc_1' })
    does({ type: 'completeTask', taskId: 'task_x', outcome: 'granted' })
    assert.equal(timer('evidenceWindow')?.day, '2027-01-29')
    assert.equal(
      timer('evidenceWindow')?.why,
      '90 days from receipt on October 1, 2026 is Wednesday, December 30, 2026. An extension was granted. 30 days more is Friday, January 29, 2027.',
    )
    correct('2026-10-02')
    assert.equal(
      timer('evidenceWindow')?.day,
      '2027-02-01',
      'it stays extended when its receipt is corrected',
    )
    does({ type: 'routeMail', mailType: 'extensionRequest', newTaskId: 'task_y', documentId: 'doc_2' })
    does({ type: 'completeTask', taskId: 'task_y', outcome: 'denied', note: 'No good cause.' })
    assert.equal(moves().length, 2)
  })

  it('stands still from a death until somebody has settled who goes on', () => {
    const died = { partyId: 'party_1', role: 'appellant', dateOfDeath: '2026-10-30' }
    happens({ type: 'party.died', subject: 'party_1', data: died } as unknown as Fact)
    assert.equal(timer('evidenceWindow')?.due, undefined)
    assert.equal(windows()[0]?.heldUntil, undefined)
    one.passDays(100)
    fire()
    assert.equal(windows().length, 1)
    const notice = one.state.tasks.find(({ type }) => type === 'deathNotice')
    does({ type: 'completeTask', taskId: notice?.id ?? '', note: 'A substitute goes on.' })
    assert.equal(timer('evidenceWindow')?.day, '2027-04-09')
    assert.match(
      timer('evidenceWindow')?.why ?? '',
      /not counting the 100 days from November 1, 2026 to February 8, 2027/,
    )
    const [begun, ended] = moves()
    assert.deepEqual(
      [begun?.wasDay, begun?.day, ended?.wasDay, ended?.day],
      ['2026-12-30', undefined, undefined, '2027-04-09'],
    )
  })

  it('is extended while it stands still, and longer when it runs again', () => {
    const died = { partyId: 'party_1', role: 'appellant', dateOfDeath: '2026-10-30' }
    happens({ type: 'party.died', subject: 'party_1', data: died } as unknown as Fact)
    does({ type: 'routeMail', mailType: 'extensionRequest', newTaskId: 'task_x', documentId: 'doc_1' })
    does({ type: 'completeTask', taskId: 'task_x', outcome: 'granted' })
    assert.equal(timer('evidenceWindow')?.day, undefined)
    assert.match(timer('evidenceWindow')?.why ?? '', / An extension was granted\. It has 30 days more\.$/)
    const notice = one.state.tasks.find(({ type }) => type === 'deathNotice')
    does({ type: 'completeTask', taskId: notice?.id ?? '', note: 'A substitute goes on.' })
    assert.equal(timer('evidenceWindow')?.day, '2027-01-29')
  })

  it('stands still as long as one of two reasons holds', () => {
    const profile = structuredClone(defaultProfile)
    const declared = profile.timers.find(({ name }) => name === 'evidenceWindow')
    declared?.tolledBy?.push({
      from: { event: 'party.contactChanged' },
      until: [{ event: 'party.conflictSettled' }],
      why: 'Nobody knows where they live.',
    })
    opened('2026-10-01', 'evidenceSubmission', profile)
    const party = { partyId: 'party_1', role: 'appellant', dateOfDeath: '2026-10-30' }
    const told = (type: string) => happens({ type, subject: 'party_1', data: party } as unknown as Fact)
    told('party.died')
    told('party.contactChanged')
    one.passDays(10)
    const notice = one.state.tasks.find(({ type }) => type === 'deathNotice')
    does({ type: 'completeTask', taskId: notice?.id ?? '', note: 'A substitute goes on.' })
    assert.equal(timer('evidenceWindow')?.day, undefined, 'the second reason still holds')
    one.passDays(10)
    told('party.conflictSettled')
    assert.equal(timer('evidenceWindow')?.day, '2027-01-19')
  })

  const dies = (partyId = 'party_1', role = 'appellant') =>
    happens({ type: 'party.died', subject: partyId, data: { partyId, role } } as unknown as Fact)
  const settle = (partyId = 'party_1') => {
    const of = one.state.tasks.find(({ type, about }) => type === 'deathNotice' && about === partyId)
    does({ type: 'completeTask', taskId: of?.id ?? '', note: 'A substitute goes on.' })
  }

  it('stands still from the start if the claimant has died before it was set', () => {
    one = caseInWork()
    one.run(caseFile, { ...opening, receiptDate: '2026-10-01' })
    dies()
    one.passDays(4)
    does({ type: 'docket', docket: 'evidenceSubmission', findings: [], mayOverride: false })
    assert.deepEqual([timer('evidenceWindow')?.day, windows()[0]?.heldUntil], [undefined, undefined])
    one.passDays(6)
    settle()
    assert.equal(timer('evidenceWindow')?.day, '2027-01-11')
    assert.match(timer('evidenceWindow')?.why ?? '', /not counting the 10 days from November 1, 2026 to /)
  })

  it('a death that was settled before it was set is of no account', () => {
    one = caseInWork()
    one.run(caseFile, { ...opening, receiptDate: '2026-10-01' })
    dies()
    settle()
    does({ type: 'docket', docket: 'evidenceSubmission', findings: [], mayOverride: false })
    assert.equal(timer('evidenceWindow')?.day, '2026-12-30')
  })

  it('stands still until the death of each claimant is settled, whatever else a notice of a death was about', () => {
    const profile = structuredClone(defaultProfile)
    for (const row of profile.mailTypes) if (row.name === 'deathCertificate') row.taskType = 'deathNotice'
    opened('2026-10-01', 'evidenceSubmission', profile)
    dies('party_1')
    dies('party_2', 'contestingClaimant')
    does({ type: 'routeMail', mailType: 'deathCertificate', newTaskId: 'task_m', documentId: 'doc_1' })
    one.passDays(10)
    settle('party_1')
    assert.equal(timer('evidenceWindow')?.day, undefined, 'the other claimant has died, too')
    does({ type: 'completeTask', taskId: 'task_m', note: 'It is recorded.' })
    assert.equal(timer('evidenceWindow')?.day, undefined, 'what came about it settles nothing')
    one.passDays(10)
    settle('party_2')
    assert.equal(timer('evidenceWindow')?.day, '2027-01-19')
  })

  it('stands still when it runs again for a claimant who has died after it had passed', () => {
    correct('2026-07-01')
    fire()
    dies()
    correct('2026-10-20')
    assert.deepEqual([windows().length, timer('evidenceWindow')?.day], [1, undefined])
    one.passDays(7)
    settle()
    assert.equal(timer('evidenceWindow')?.day, '2027-01-25')
  })

  describe('of a case that was closed in error', () => {
    const closed = (meanwhile: () => void) => {
      does({ type: 'routeMail', mailType: 'withdrawal', newTaskId: 'task_w' })
      const before = fold(work, one.events as Recorded[])
      does({ type: 'completeTask', taskId: 'task_w', changes: { scope: 'case' } })
      assert.equal(one.state.isClosed, true)
      one.passDays(2)
      meanwhile()
      one.passDays(3)
      const endedBy = { id: 'evt_closed', at: one.at.toISOString() }
      const stood = { endedBy, work: before, instructions: {}, sessions: [], drafts: [], issues: [] }
      does({ type: 'reopenCase', why: 'It was about another case.', stood })
    }
    const window = () => [windows().length, windows()[0]?.status, timer('evidenceWindow')?.day]

    it('runs from what was corrected meanwhile', () => {
      closed(() => correct('2026-10-12'))
      assert.deepEqual(window(), [1, 'onHold', '2027-01-11'])
      assert.equal(windows()[0]?.heldUntil, '2027-01-12T04:59:59.999Z')
      assert.deepEqual(
        moves().map(({ wasDay, day }) => [wasDay, day]),
        [['2026-12-30', '2027-01-11']],
      )
    })

    it('runs again if it had passed, and by what was corrected meanwhile has not', () => {
      correct('2026-07-01')
      fire()
      closed(() => correct('2026-10-12'))
      assert.deepEqual(window(), [1, 'onHold', '2027-01-11'])
    })

    it('stands still as it stood, and runs again once the death is settled', () => {
      dies()
      closed(() => {})
      assert.deepEqual(window(), [1, 'onHold', undefined])
      settle()
      assert.deepEqual(window(), [1, 'onHold', '2027-01-04'])
    })

    it('stands still for a death that was told meanwhile', () => {
      closed(() => dies())
      assert.deepEqual(window(), [1, 'onHold', undefined])
      assert.match(timer('evidenceWindow')?.why ?? '', / The days since November 3, 2026 are not counted /)
    })

    it('counts again from the day on which a death was settled meanwhile', () => {
      dies()
      const told = { partyId: 'party_1', role: 'appellant' }
      closed(() =>
        happens({ type: 'party.deathRetracted', subject: 'party_1', data: told } as unknown as Fact),
      )
      assert.deepEqual(window(), [1, 'onHold', '2027-01-04'])
      assert.match(timer('evidenceWindow')?.why ?? '', /the 2 days from November 1, 2026 to /)
    })
  })

  it('runs from the day of the session where it was held, by the clock there', () => {
    opened('2026-10-01', 'hearing')
    const [requested] = Object.keys(one.state.sessions)
    assert.ok(requested)
    // The evening of November 3 in Denver.
    held('2026-11-04T01:00:00.000Z', 'held')
    assert.equal(timer('evidenceWindow')?.from?.day, '2026-11-03')
    assert.equal(timer('evidenceWindow')?.day, '2027-02-01')
  })

  it('a session that was held on another day than was said moves what runs from it', () => {
    opened('2026-10-01', 'hearing')
    held('2026-11-04T01:00:00.000Z', 'held')
    const again = { type: 'endSession' as const, caseId, sessionId, outcome: 'held' as const }
    assert.throws(() => one.run(session, { ...again, on: '2026-11-02' }), /why must be given/)
    assert.throws(
      () => one.run(session, { ...again, on: '2026-11-20', why: 'So.' }),
      /must not be in the future/,
    )
    one.run(session, { ...again, on: '2026-10-30', why: 'It was moved up.' })
    const [moved] = moves()
    assert.deepEqual([moved?.wasDay, moved?.day], ['2027-02-01', '2027-01-28'])
    assert.equal(moved?.from?.day, '2026-10-30')
  })

  it('runs from the day on which a session was withdrawn', () => {
    opened('2026-10-01', 'hearing')
    held('2026-11-04T01:00:00.000Z', 'withdrawn')
    assert.equal(timer('evidenceWindow')?.from?.day, '2026-11-04')
    assert.equal(timer('evidenceWindow')?.day, '2027-02-02')
  })

  it('a missed session that is released opens the window, from the day of the session', () => {
    opened('2026-10-01', 'hearing')
    held('2026-11-04T01:00:00.000Z', 'noShow')
    assert.equal(timer('noShow')?.day, '2026-11-18')
    one.passDays(15)
    fire()
    const missed = one.state.tasks.find(({ type }) => type === 'noShow')
    assert.equal(missed?.status, 'assigned')
    does({ type: 'completeTask', taskId: missed?.id ?? '', outcome: 'release' })
    assert.equal(windows().length, 1)
    assert.equal(timer('evidenceWindow')?.day, '2027-02-01')
  })

  it('direct review has its target from receipt, and says when that has passed', () => {
    opened('2026-10-01', 'directReview')
    assert.equal(timer('directReviewTarget')?.day, '2027-10-01')
    one.passDays(335)
    fire()
    const told = (one.events as Recorded[]).findLast((event) => event.type === 'task.instructed')
    assert.equal(
      (told?.data as { text?: string } | undefined)?.text,
      'The target of direct review has passed.',
    )
  })

  it('evidence is in time by its postmark, or by when it is presumed to have been posted', () => {
    const arrives = (newTaskId: string, arrival: Arrival) => {
      const events = does({
        type: 'routeMail',
        mailType: 'evidenceOrArgument',
        newTaskId,
        documentId: newTaskId,
        arrival,
      })
      const routed = (events as unknown as Recorded[]).find((event) => event.type === 'mail.routed')
      return routed?.type === 'mail.routed' ? routed.data.timeliness : undefined
    }
    one.passDays(70)
    fire()
    assert.equal(windows().length, 0)
    assert.deepEqual(
      arrives('doc_1', { receivedOn: '2027-01-05', channel: 'mail', postmark: '2026-12-30' }),
      {
        deadline: 'evidenceWindow',
        isInTime: true,
        filedOn: '2026-12-30',
        day: '2026-12-30',
        why: 'In time for “Evidence window”. It was received on January 5, 2027 and is postmarked December 30, 2026. 90 days from receipt on October 1, 2026 is Wednesday, December 30, 2026.',
      },
    )
    // Over New Year, and without a weekend: December 28.
    assert.equal(arrives('doc_2', { receivedOn: '2027-01-05', channel: 'mail' })?.filedOn, '2026-12-28')
    assert.equal(arrives('doc_3', { receivedOn: '2027-01-05', channel: 'fax' })?.isInTime, false)
    assert.equal(arrives('doc_4', { receivedOn: '2027-01-08', channel: 'mail' })?.isInTime, false)
    const task = one.state.tasks.find(({ id }) => id === 'doc_4')
    assert.ok(task)
  })

  describe('mail whose day is corrected after it was judged', () => {
    const filed = (documentId: string, receiptDate: string) =>
      one.run(caseFile, {
        type: 'fileDocuments',
        caseId,
        documents: [
          {
            ...{ documentId, name: 'A letter', description: '', categories: ['procedural'], receiptDate },
            content: {
              sha256: documentId.slice(-1).repeat(64),
              bytes: 9,
              mediaType: 'application/pdf',
              firstPage: 1,
              pageCount: 1,
            },
          },
        ],
        onDuplicate: 'link',
      } as Parameters<typeof caseFile.decide>[0])
    const comes = (documentId: string, arrival: Arrival) => {
      filed(documentId, arrival.receivedOn)
      does({
        type: 'routeMail',
        ...{ mailType: 'evidenceOrArgument', newTaskId: `task_${documentId}`, documentId, arrival },
      })
    }
    const cameOn = (documentId: string, receiptDate: string) =>
      one.run(document, { type: 'editDocument', caseId, documentId, receiptDate })
    const judged = () =>
      (one.events as Recorded[]).flatMap((event) => (event.type === 'mail.judgedAgain' ? [event.data] : []))
    const told = () =>
      (one.events as Recorded[]).flatMap((event) => (event.type === 'task.instructed' ? [event.data] : []))
    const work = () => one.state.tasks.filter(({ type }) => type === 'evidenceOrArgument')

    beforeEach(() => {
      one.passDays(70)
      fire()
    })

    it('whoever has it is told, with the day and the reason', () => {
      comes('doc_a', { receivedOn: '2027-01-05', channel: 'fax' })
      cameOn('doc_a', '2026-12-29')
      const [again, ...others] = judged()
      assert.deepEqual(others, [])
      assert.deepEqual(
        [again?.was.isInTime, again?.timeliness.isInTime, again?.taskId, again?.wasTaskId],
        [false, true, 'task_doc_a', undefined],
      )
      assert.deepEqual(
        told().map(({ taskId, text }) => [taskId, text]),
        [
          [
            'task_doc_a',
            'It was received on December 29, 2026, not on January 5, 2027. In time for “Evidence window”. It was received on December 29, 2026. 90 days from receipt on October 1, 2026 is Wednesday, December 30, 2026.',
          ],
        ],
      )
      cameOn('doc_a', '2026-12-29')
      assert.equal(judged().length, 1, 'the same again changes nothing')
    })

    it('by the mailbox rule, as it was judged', () => {
      comes('doc_b', { receivedOn: '2027-01-08', channel: 'mail' })
      cameOn('doc_b', '2027-01-05')
      assert.equal(judged()[0]?.timeliness.filedOn, '2026-12-28')
      comes('doc_c', { receivedOn: '2027-01-08', channel: 'mail', postmark: '2026-12-30' })
      cameOn('doc_c', '2027-01-07')
      assert.deepEqual([judged()[1]?.was.isInTime, judged()[1]?.timeliness.isInTime], [true, true])
    })

    it('what was worked already is opened again if it was judged otherwise', () => {
      comes('doc_d', { receivedOn: '2026-12-30', channel: 'fax' })
      does({ type: 'completeTask', taskId: 'task_doc_d' })
      cameOn('doc_d', '2026-12-29')
      assert.deepEqual(work(), [], 'it is in time as before')
      cameOn('doc_d', '2027-01-04')
      const [task, ...others] = work()
      assert.deepEqual([others, task?.about, task?.assignee?.kind], [[], 'doc_d', 'team'])
      assert.deepEqual([judged()[1]?.wasTaskId, judged()[1]?.taskId], ['task_doc_d', task?.id])
      const opened = (one.events as Recorded[]).findLast((event) => event.type === 'task.opened')
      assert.equal(opened?.type === 'task.opened' ? opened.data.continues : '', 'task_doc_d')
      assert.match(
        opened?.type === 'task.opened' ? (opened.data.instructions ?? '') : '',
        /^This was worked when it was judged otherwise: look at it again\. .* Too late for “Evidence window”\./,
      )
      assert.ok(one.state.mail.includes(task?.id ?? ''), 'it is mail, and worked before the case ends')
      cameOn('doc_d', '2026-12-30')
      assert.deepEqual([work().length, told().length], [1, 1], 'whoever has it now is told')
    })

    it('a window with another day judges it anew', () => {
      comes('doc_e', { receivedOn: '2027-01-04', channel: 'fax' })
      correct('2026-10-12')
      assert.deepEqual(
        judged().map(({ timeliness, because }) => [timeliness.isInTime, timeliness.day, because]),
        [[true, '2027-01-11', 'The last day of the window was changed.']],
      )
    })

    it('a closed case keeps it in its history alone', () => {
      comes('doc_f', { receivedOn: '2026-12-30', channel: 'fax' })
      does({ type: 'completeTask', taskId: 'task_doc_f' })
      does({ type: 'stop', reason: 'substitution', goesOnAs: 'case_2' })
      cameOn('doc_f', '2027-01-04')
      assert.deepEqual([judged().length, work().length], [1, 0])
    })
  })

  it('an answer to a letter is awaited from its mailing, as long as it may arrive', () => {
    const letter = { letterId: 'ltr_1', letter: 'general', partyId: 'party_1' }
    const paper = { documentId: 'doc_9', subject: 'S', sha256: 'a'.repeat(64), bytes: 1, pageCount: 1 }
    const composed = { ...letter, kind: 'response', ...paper, date: '2026-11-01' }
    happens({ type: 'letter.composed', subject: 'ltr_1', data: composed } as unknown as Fact)
    assert.equal(timer('letterAnswer')?.day, '2027-01-05')
    const sent = { ...letter, channel: 'mail', sentAt: '2026-11-04T03:00:00.000Z' }
    happens({ type: 'letter.receipted', subject: 'ltr_1', data: sent } as unknown as Fact)
    const [moved] = moves()
    assert.deepEqual(
      [moved?.from?.day, moved?.wasDay, moved?.day],
      ['2026-11-03', '2027-01-05', '2027-01-07'],
    )
    one.passDays(68)
    fire()
    assert.deepEqual(
      one.state.tasks.filter(({ type }) => type === 'answerOverdue').map(({ about }) => about),
      ['ltr_1'],
    )
  })

  it('a letter that came back is awaited no more, until it is sent again', () => {
    const letter = { letterId: 'ltr_1', letter: 'courtRemand', partyId: 'party_1' }
    const paper = { documentId: 'doc_9', subject: 'S', sha256: 'a'.repeat(64), bytes: 1, pageCount: 1 }
    const composed = { ...letter, kind: 'response', ...paper, date: '2026-11-01' }
    happens({ type: 'letter.composed', subject: 'ltr_1', data: composed } as unknown as Fact)
    assert.equal(timer('courtRemandLetter')?.day, '2027-02-01')
    const failed = { ...letter, cause: 'returned', why: 'Moved.', failedAt: '2026-11-10T00:00:00.000Z' }
    happens({ type: 'letter.failed', subject: 'ltr_1', data: failed } as unknown as Fact)
    assert.equal(timer('courtRemandLetter'), undefined)
    const sent = { ...letter, channel: 'mail', sentAt: '2026-11-20T15:00:00.000Z' }
    happens({ type: 'letter.receipted', subject: 'ltr_1', data: sent } as unknown as Fact)
    assert.equal(timer('courtRemandLetter')?.day, '2027-02-18')
  })

  it('what was sent by mail may have days more', () => {
    const timers = defaultProfile.timers.map((timer) =>
      timer.name === 'letterAnswer' ? { ...timer, length: { days: 21 }, whenMailed: { days: 3 } } : timer,
    )
    opened('2026-10-01', 'evidenceSubmission', { ...defaultProfile, timers })
    const letter = { letterId: 'ltr_1', letter: 'general', partyId: 'party_1' }
    const sent = { ...letter, channel: 'mail', sentAt: '2026-11-04T15:00:00.000Z' }
    happens({ type: 'letter.receipted', subject: 'ltr_1', data: sent } as unknown as Fact)
    // Wednesday, November 25, then Saturday, November 28.
    assert.equal(timer('letterAnswer')?.day, '2026-11-30')
  })
})
