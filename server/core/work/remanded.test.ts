import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caseInWork, opening } from '../../test/case-in-work.ts'
import { remands } from '../decision/remand.ts'
import { caseFile } from '../file/case-file.ts'
import { issues } from '../issue/issue.ts'
import { type Decider, type Fact, fold, type Recorded } from '../kernel/decider.ts'
import { work } from './work.ts'

const caseId = 'case_1'
const remandId = 'remand_1'

/** On no docket yet: a case that waits for what another has sent back. */
function awaiting() {
  const one = caseInWork()
  one.run(caseFile, opening)
  const to = { name: 'agencyOfOriginalJurisdiction', label: 'Agency of original jurisdiction' }
  const instructions = [{ id: '1', text: 'Obtain an opinion.' }]
  const sent = { remandId, issueIds: ['issue_1'], to, instructions }
  one.run(remands, { type: 'awaitRemand', caseId, remands: [sent] })
  one.run(work, { type: 'docket', caseId, docket: 'directReview', findings: [], mayOverride: false })
  return one
}
type Case = ReturnType<typeof awaiting>

const open = (one: Case, type: string) => one.state.tasks.find((task) => task.type === type)
const standing = (one: Case) => [one.state.standing?.status, one.state.standing?.partyStatus]
function fire(one: Case) {
  for (const { id, due } of one.state.timers)
    if (due && Date.parse(due) <= one.at.getTime()) one.run(work, { type: 'fireTimer', caseId, timerId: id })
}

describe('the work on a case that is away', () => {
  it('is one task with a date, and the case is not ready for distribution', () => {
    const one = awaiting()
    assert.deepEqual(standing(one), ['remanded', 'returnedForMoreWork'])
    assert.equal(open(one, 'distribution'), undefined)
    assert.equal(open(one, 'intake'), undefined)
    const tracking = open(one, 'remandTracking')
    assert.deepEqual([tracking?.status, tracking?.about], ['onHold', remandId])
    assert.ok(tracking?.heldUntil)
  })

  it('has deadlines that run from the day on which it was sent back, and say why they are these days', () => {
    const one = awaiting()
    const told = one.state.timers.filter(({ about }) => about === remandId)
    assert.deepEqual(told.map(({ deadline, day, due, why }) => [deadline, day, due, why]).toSorted(), [
      [
        'remandAcknowledgement',
        '2026-12-01',
        '2026-12-02T04:59:59.999Z',
        '30 days from the remand on November 1, 2026 is Tuesday, December 1, 2026.',
      ],
      [
        'remandWork',
        '2027-03-08',
        '2027-03-09T04:59:59.999Z',
        '125 days from the remand on November 1, 2026 is Saturday, March 6, 2027; the next working day is Monday, March 8, 2027.',
      ],
    ])
    assert.equal(open(one, 'remandTracking')?.heldUntil, '2027-03-09T04:59:59.999Z')
  })

  it('is asked after when nothing is heard, and no more once something is', () => {
    const silent = awaiting()
    silent.passDays(31)
    fire(silent)
    assert.equal(open(silent, 'remandInquiry')?.assignee?.id, 'remandSupport')
    silent.run(remands, { type: 'reportProgress', caseId, remandId, status: 'acknowledged' })
    assert.equal(open(silent, 'remandInquiry'), undefined)

    const heard = awaiting()
    heard.run(remands, { type: 'reportProgress', caseId, remandId, status: 'acknowledged' })
    heard.passDays(31)
    fire(heard)
    assert.equal(open(heard, 'remandInquiry'), undefined)
  })

  it('comes to somebody when its time is over, who holds it until a new date or records the return', () => {
    const one = awaiting()
    one.passDays(127)
    fire(one)
    assert.equal(open(one, 'remandTracking')?.status, 'onHold', 'Monday, March 8 is not over')
    one.passDays(1)
    fire(one)
    const tracking = open(one, 'remandTracking')
    assert.deepEqual([tracking?.status, tracking?.assignee?.id], ['assigned', 'remandSupport'])
    assert.deepEqual(standing(one), ['remanded', 'returnedForMoreWork'])
    one.run(remands, { type: 'takeBack', caseId, remandId, why: 'All is done.' })
    assert.equal(open(one, 'remandTracking'), undefined)
    assert.deepEqual(standing(one), ['onDocket', 'onDocket'], 'nobody is known to have signed')
    assert.deepEqual(
      one.state.timers.filter(({ name }) => name === 'remandAcknowledgement'),
      [],
    )
  })
})

describe('the clock of a court', () => {
  function received(mandateOn = '2026-10-05') {
    const one = caseInWork()
    one.run(caseFile, opening)
    one.run(issues, { type: 'addIssue', caseId, issueId: 'issue_1', issueType: 'serviceConnection' })
    one.run(work, { type: 'docket', caseId, docket: 'directReview', findings: [], mayOverride: false })
    const instructions = [{ text: 'Discuss the lay statements.' }]
    const mandate = { documentId: 'doc_7', documentType: 'courtMandate', mandateOn, instructions, why: 'So.' }
    one.run(remands, { type: 'receiveFromCourt', caseId, remandId, issueIds: ['issue_1'], ...mandate })
    return one
  }
  const timer = (one: Case, name: string) => one.state.timers.filter(({ deadline }) => deadline === name)
  const write = (one: Case, note?: string) =>
    one.run(work, {
      type: 'completeTask',
      caseId,
      taskId: open(one, 'courtRemandLetter')?.id ?? '',
      ...(note === undefined ? {} : { note }),
    })
  const facts: Decider<{ caseId: string; type: 'say'; fact: Fact }, null> = {
    name: 'facts',
    stateVersion: 1,
    reads: () => ({ types: [] }),
    initial: null,
    evolve: (state) => state,
    decide: ({ fact }) => [fact],
  }
  const happens = (one: Case, fact: unknown) => one.run(facts, { caseId, type: 'say', fact: fact as Fact })
  const letter = { letterId: 'ltr_1', letter: 'courtRemand', partyId: 'party_1' }
  const paper = { documentId: 'doc_9', subject: 'S', sha256: 'a'.repeat(64), bytes: 1, pageCount: 1 }
  const composed = { ...letter, kind: 'response', ...paper, date: '2026-11-01' }

  it('runs from the date of its mandate: the parties are written to within 30 days of it', () => {
    const one = received()
    const task = open(one, 'courtRemandLetter')
    assert.deepEqual(
      [task?.deadline, task?.deadlineWhy],
      [
        '2026-11-05T04:59:59.999Z',
        '30 days from the mandate of the court on October 5, 2026 is Wednesday, November 4, 2026.',
      ],
    )
    one.passDays(4)
    fire(one)
    const told = one.events.filter(({ type }) => type === 'task.instructed').map(({ subject }) => subject)
    assert.deepEqual(told, [task?.id])
  })

  it('moves with a corrected mandate, and so does the task that is due by it', () => {
    const one = received()
    one.run(remands, { type: 'correctMandate', caseId, remandId, mandateOn: '2026-10-19', why: 'Misread.' })
    const [moved] = one.events.filter(({ type }) => type === 'timer.moved').map(({ data }) => data)
    assert.deepEqual(
      [moved && 'wasDay' in moved && moved.wasDay, moved && 'day' in moved && moved.day],
      ['2026-11-04', '2026-11-18'],
    )
    const task = open(one, 'courtRemandLetter')
    assert.equal(task?.deadline, '2026-11-19T04:59:59.999Z')
    assert.match(task?.deadlineWhy ?? '', /^30 days from the mandate of the court on October 19, 2026 /)
    const again = { type: 'correctMandate' as const, caseId, remandId, why: 'Misread.' }
    assert.deepEqual(one.run(remands, { ...again, mandateOn: '2026-10-19' }), [])
    assert.match(
      one.accepts(remands, { ...again, mandateOn: '2026-11-02' }) ?? '',
      /^The date of the mandate must not be after today, November 1, 2026: it is November 2, 2026\.$/,
    )
    const board = awaiting()
    assert.match(
      board.accepts(remands, { ...again, mandateOn: '2026-10-19' }) ?? '',
      /Only a remand by a court has a mandate/,
    )
  })

  it('goes on running in a case that was closed in error and reopened', () => {
    const one = received()
    one.run(work, { type: 'routeMail', caseId, mailType: 'withdrawal', newTaskId: 'task_w' })
    const stood = fold(work, one.events as Recorded[])
    one.run(work, { type: 'completeTask', caseId, taskId: 'task_w', changes: { scope: 'case' } })
    const endedBy = { id: 'evt_closed', at: one.at.toISOString() }
    const before = { endedBy, work: stood, instructions: {}, sessions: [], drafts: [], issues: ['issue_1'] }
    one.run(work, { type: 'reopenCase', caseId, why: 'It was about another case.', stood: before })
    const task = open(one, 'courtRemandLetter')
    assert.deepEqual(
      timer(one, 'courtRemandNotice').map(({ day, taskId }) => [day, taskId]),
      [['2026-11-04', task?.id]],
    )
    one.run(remands, { type: 'correctMandate', caseId, remandId, mandateOn: '2026-10-19', why: 'Misread.' })
    assert.equal(open(one, 'courtRemandLetter')?.deadline, '2026-11-19T04:59:59.999Z')
  })

  it('gives the parties 90 days from the mailing of the letter, once, and then the case goes on', () => {
    const one = received()
    happens(one, { type: 'letter.composed', subject: 'ltr_1', data: composed })
    write(one, 'Written.')
    assert.match(timer(one, 'courtRemandLetter')[0]?.why ?? '', /^90 days from mailing on November 1, 2026 /)
    const sent = { ...letter, channel: 'mail', sentAt: '2026-11-04T15:00:00.000Z' }
    happens(one, { type: 'letter.receipted', subject: 'ltr_1', data: sent })
    const windows = timer(one, 'courtRemandLetter')
    assert.deepEqual(
      windows.map(({ day, why }) => [day, why]),
      [['2027-02-02', '90 days from mailing on November 4, 2026 is Tuesday, February 2, 2027.']],
    )
    assert.equal(open(one, 'courtRemandWindow')?.heldUntil, '2027-02-03T04:59:59.999Z')
    one.passDays(94)
    fire(one)
    assert.deepEqual([open(one, 'courtRemandWindow'), open(one, 'answerOverdue')], [undefined, undefined])
    assert.equal(standing(one)[0], 'onDocket')
  })

  it('counts those days from the mandate where no letter was written', () => {
    const one = received()
    write(one, 'It is on its way.')
    assert.match(
      timer(one, 'courtRemandLetter')[0]?.why ?? '',
      /^90 days from the mandate of the court on October 5, 2026 is /,
    )
    happens(one, { type: 'letter.composed', subject: 'ltr_1', data: composed })
    assert.deepEqual(
      timer(one, 'courtRemandLetter').map(({ about, day }) => [about, day]),
      [[remandId, '2027-02-01']],
      'one that is written later is what counts',
    )
  })
})
