import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caseInWork, opening } from '../../test/case-in-work.ts'
import { remands } from '../decision/remand.ts'
import { caseFile } from '../file/case-file.ts'
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
    one.passDays(126)
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
