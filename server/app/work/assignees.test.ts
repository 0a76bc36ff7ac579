import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Actor } from '@portico/contract/envelope'
import { issues } from '../../core/issue/issue.ts'
import { party } from '../../core/party/party.ts'
import { newDocument, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, noon } from '../../test/given.ts'
import { openWorkDesk, type WorkDesk } from '../../test/work-desk.ts'
import { openDistribution } from '../distribution/distribution.ts'
import { createGetNext } from './get-next.ts'
import { openQueues } from './queues.ts'
import { openReassignments } from './reassign.ts'
import { openTasks } from './tasks.ts'

const administrator = { roles: ['administrator'], teams: [] }
const people: [id: string, roles: string[]][] = [
  ['judge', ['adjudicator']],
  ['other-judge', ['adjudicator']],
  ['writer', ['drafter']],
  ['clerk', ['mailClerk']],
  ['lawyer', ['adjudicator', 'representative']],
  ['claimant', ['adjudicator']],
]

describe('whoever is given a task', () => {
  let db: TestDatabase
  let desk: WorkDesk
  let tasks: ReturnType<typeof openTasks>

  before(async () => {
    db = await freshDatabase({ size: 6 })
    desk = openWorkDesk(db)
    tasks = openTasks({ db, execute: desk.execute, profileFor: desk.profileFor, clock: () => noon })
    for (const [id, roles] of people) {
      await db.rows(
        `insert into members (id, username, username_folded, email, email_folded, display_name, roles, teams, clearance, created_at)
         values ($1, $1, $1, $1 || '@example.org', $1 || '@example.org', $1, $2, '{adjudicators}', 9, now())`,
        [id, roles],
      )
    }
  })
  after(() => db.close())

  const asAdministrator = { ...requestBy(), caller: administrator }
  const as = (id: string, roles: string[]) => {
    const actor: Actor = { id, name: id, kind: 'person' }
    return { ...requestBy(actor), caller: { roles, teams: ['adjudicators'] } }
  }

  /** A case of somebody who is represented by one of the members, and is one of them. */
  async function concerning() {
    const caseId = await desk.open({ documents: [newDocument(1)] })
    const record = { type: 'recordParty' as const, caseId }
    const claimant = {
      ...record,
      partyId: `ada-${caseId}`,
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron' },
      contact: { emails: ['Claimant@example.org'] },
    }
    await desk.execute(party, requestBy(), claimant, () => null)
    const legion = { ...record, partyId: `legion-${caseId}`, role: 'representative', organization: 'Legion' }
    await desk.execute(party, requestBy(), legion, () => null)
    await db.rows(
      `insert into access_grants (case_id, grant_id, member_id, username, party_id, representative_id, document_id,
         start_on, granted_by, granted_at)
       select case_id, 'grant_1', 'lawyer', 'lawyer', $2, $3, document_id, '2020-01-01', 'alice', now()
       from documents where case_id = $1 limit 1`,
      [caseId, claimant.partyId, legion.partyId],
    )
    await desk.docket(caseId, 'directReview')
    return caseId
  }
  const complete = async (caseId: string, type: string, outcome: string, person?: string) =>
    tasks.change(asAdministrator, caseId, await desk.openTask(caseId, type), {
      type: 'completeTask',
      outcome,
      override: 'They are away.',
      ...(person === undefined ? {} : { assignee: { person } }),
    })
  const assign = async (caseId: string, type: string, person: string) =>
    tasks.change(asAdministrator, caseId, await desk.openTask(caseId, type), {
      type: 'assignTask',
      assignee: { person },
      why: 'They are away.',
    })
  const holder = async (caseId: string, type: string) => {
    const [row] = await db.rows<{ assignee_id: string }>(
      `select assignee_id from tasks where case_id = $1 and type = $2 and closed_at is null`,
      [caseId, type],
    )
    return row?.assignee_id
  }

  it('by completing the task before, has a role that may do it, and no interest in the case', async () => {
    const caseId = await concerning()
    const give = (person: string) => complete(caseId, 'distribution', 'distributed', person)
    await assert.rejects(
      give('clerk'),
      /clerk cannot have “With adjudicator”: none of their roles may signDecisions/,
    )
    await assert.rejects(give('lawyer'), /lawyer cannot have “With adjudicator”: They represent a party/)
    await assert.rejects(give('claimant'), /claimant cannot have .*: They are a party to this case/)
    await give('judge')
    assert.equal(await holder(caseId, 'assignment'), 'judge')
    await assert.rejects(complete(caseId, 'assignment', 'assigned', 'clerk'), /none of their roles may draft/)
    await complete(caseId, 'assignment', 'assigned', 'writer')
    assert.equal(await holder(caseId, 'drafting'), 'writer')
  })

  it('by assignment, or by a task that is opened for them, the same', async () => {
    const caseId = await concerning()
    await complete(caseId, 'distribution', 'distributed', 'judge')
    await assert.rejects(assign(caseId, 'assignment', 'writer'), /may signDecisions/)
    await assert.rejects(assign(caseId, 'assignment', 'lawyer'), /represent a party/)
    await assign(caseId, 'assignment', 'other-judge')
    await complete(caseId, 'assignment', 'assigned', 'writer')
    const opening = { parentId: await desk.openTask(caseId, 'drafting'), type: 'supportAction' }
    await assert.rejects(
      tasks.open(asAdministrator, caseId, { ...opening, assignee: { person: 'lawyer' } }),
      /represent a party/,
    )
    await tasks.open(asAdministrator, caseId, { ...opening, assignee: { person: 'clerk' } })
  })

  it('by many at once: what cannot be theirs is told with the reason', async () => {
    const caseId = await concerning()
    const { execute, profileFor } = desk
    const reassignments = openReassignments({ db, execute, profileFor, clock: () => noon })
    const taskId = await desk.openTask(caseId, 'distribution')
    const asking = { id: alice.id, ...administrator, mostSensitivity: 9 }
    const order = { tasks: [{ caseId, taskId }], to: { person: 'lawyer' }, why: 'She is away.' }
    const { id } = await reassignments.start(asAdministrator, asking, order)
    await reassignments.carryOut(id, new AbortController().signal)
    const [refused] = (await reassignments.find(id, asking)).refused
    assert.match(refused?.why ?? '', /lawyer cannot have “Ready for distribution”: They represent a party/)
  })

  it('by taking the next of a queue, is passed over where it cannot be theirs', async () => {
    const [first, second] = [await concerning(), await desk.open()]
    await desk.docket(second, 'directReview')
    for (const caseId of [first, second]) {
      await complete(caseId, 'distribution', 'distributed', 'judge')
      await tasks.change(asAdministrator, caseId, await desk.openTask(caseId, 'assignment'), {
        type: 'assignTask',
        assignee: { team: 'adjudicators' },
        why: 'They are away.',
      })
    }
    const queues = openQueues({ db, profileFor: desk.profileFor })
    const next = createGetNext({ db, execute: desk.execute, queues, profileFor: desk.profileFor })
    const take = (id: string, roles: string[]) => {
      const asking = { id, name: id, roles, teams: ['adjudicators'], mostSensitivity: 9 }
      return next(as(id, roles), asking, { assignees: ['team:adjudicators'], types: ['assignment'] })
    }
    assert.equal(await take('clerk', ['mailClerk']), null)
    assert.equal((await take('lawyer', ['adjudicator']))?.caseId, second)
    assert.equal(await take('lawyer', ['adjudicator']), null)
    assert.equal((await take('judge', ['adjudicator']))?.caseId, first)
  })

  it('by a run of distribution, is given none of the cases that touch them', async () => {
    const caseId = await concerning()
    const distribution = openDistribution({
      db,
      execute: desk.execute,
      profileFor: desk.profileFor,
      clock: () => noon,
      sightOf: () => ({ upTo: 9, representedBy: undefined }),
    })
    const run = await distribution.ask(asAdministrator, 'lawyer', { mostSensitivity: 9 })
    assert.ok(!run.run.cases.some((given) => given.caseId === caseId), JSON.stringify(run))
    assert.equal(await holder(caseId, 'distribution'), 'distribution')
  })

  it('by a rule of the profile: goes on to the team, and the event says why', async () => {
    const caseId = await concerning()
    await complete(caseId, 'distribution', 'distributed', 'judge')
    await assign(caseId, 'assignment', 'other-judge')
    await db.rows(`update members set roles = '{mailClerk}' where id = 'other-judge'`)
    await complete(caseId, 'assignment', 'assigned', 'writer')
    assert.equal(await holder(caseId, 'review'), 'adjudicators')
    const [event] = await db.rows<{ why: string }>(
      `select data->>'why' as why from events where case_id = $1 and type = 'task.assigned' order by sequence desc limit 1`,
      [caseId],
    )
    assert.match(event?.why ?? '', /other-judge cannot have “Adjudicator review”: none of their roles/)
    await db.rows(`update members set roles = '{adjudicator}' where id = 'other-judge'`)
  })

  it('nobody decides a case that their own interest touches, with a task or without', async () => {
    const caseId = await concerning()
    const add = {
      type: 'addIssue' as const,
      caseId,
      issueId: `issue_${caseId}`,
      issueType: 'serviceConnection',
    }
    await desk.execute(issues, requestBy(), add, () => null)
    const decide = (id: string) =>
      desk.execute(
        issues,
        as(id, ['adjudicator']),
        { type: 'decideIssue', caseId, issueId: add.issueId, disposition: 'denied' },
        () => null,
      )
    await assert.rejects(decide('claimant'), /claimant cannot decide this case: They are a party/)
    await assert.rejects(decide('lawyer'), /lawyer cannot decide this case: They represent a party/)
    await decide('judge')
  })

  it('nobody works on what a team has against their own interest, or without a role for it', async () => {
    const caseId = await concerning()
    await complete(caseId, 'distribution', 'distributed', 'judge')
    const taskId = await desk.openTask(caseId, 'assignment')
    await tasks.change(asAdministrator, caseId, taskId, {
      type: 'assignTask',
      assignee: { team: 'adjudicators' },
      why: 'They are away.',
    })
    const start = (id: string, roles: string[]) =>
      tasks.change(as(id, roles), caseId, taskId, { type: 'startTask' })
    await assert.rejects(start('claimant', ['adjudicator']), /They are a party to this case/)
    await assert.rejects(start('clerk', ['mailClerk']), /is held by .*: only its holder or a supervisor/)
    await start('judge', ['adjudicator'])
  })

  it('quality is reviewed by somebody else than who wrote the decision', async () => {
    const caseId = await concerning()
    await complete(caseId, 'distribution', 'distributed', 'judge')
    const { conflictsOf } = await import('../../projections/conflicts.ts')
    const profile = await desk.profileFor()
    const judge = { id: 'judge', email: null, displayName: 'judge' }
    const asked = { caseIds: [caseId], taskType: 'qualityReview', today: '2026-11-01' }
    assert.match((await conflictsOf(db, judge, asked, profile))[0]?.why ?? '', /wrote or reviewed/)
    assert.deepEqual(await conflictsOf(db, { ...judge, id: 'other-judge' }, asked, profile), [])
    const family = { name: 'family', when: 'sharesFamilyName' as const, why: 'Family.', tasks: [] }
    const named = { ...judge, id: 'other-judge', displayName: 'Grace byron' }
    const conflicts = await conflictsOf(db, named, asked, { ...profile, conflicts: [family] })
    assert.deepEqual(conflicts, [{ caseId, why: 'Family.' }])
  })
})
