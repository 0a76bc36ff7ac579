import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Profile } from '@portico/contract/profile'
import { openPermissions } from '../../auth/can.ts'
import { custody } from '../../core/file/custody.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { session } from '../../core/session/session.ts'
import { priority } from '../../core/work/priority.ts'
import { defaultProfile } from '../../profile/default.ts'
import { caseTies } from '../../projections/case-ties.ts'
import { requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { noon } from '../../test/given.ts'
import { openWorkDesk, type WorkDesk } from '../../test/work-desk.ts'
import { type Distribution, openDistribution } from './distribution.ts'

const dayMs = 86_400_000
const sight = { mostSensitivity: 9, now: noon }
const { sightOf } = openPermissions({ mode: 'deployment', roles: () => defaultProfile.roles })

describe('distribution', () => {
  let db: TestDatabase
  let desk: WorkDesk
  let distribution: Distribution
  let profile: Profile = { ...defaultProfile, levers: { ...defaultProfile.levers, batchWithoutTeam: 3 } }
  const cases: Record<string, string> = {}

  const addMember = (id: string, roles: string[], teams: string[] = []) =>
    db.rows(
      `insert into members (id, username, username_folded, display_name, roles, teams, created_at)
       values ($1, $1, $1, $1, $2, $3, now())`,
      [id, roles, teams],
    )
  const ready = async (name: string, docketDate: string, docket = 'directReview') => {
    const docketNumber = `${docketDate.slice(2).replaceAll('-', '')}-${Object.keys(cases).length}`
    const caseId = await desk.open({ receiptDate: docketDate, docketNumber })
    await desk.docket(caseId, docket)
    cases[name] = caseId
  }
  const advance = (name: string) => {
    const motion = { reason: 'seriousIllness', granted: true, why: 'Shown by a physician.' }
    const command = { type: 'ruleOnMotion' as const, caseId: cases[name]!, ...motion }
    return desk.execute(priority, requestBy(), command, () => null)
  }
  const remand = (name: string) => {
    const command = { type: 'courtRemand' as const, caseId: cases[name]!, why: 'By its order.' }
    return desk.execute(priority, requestBy(), command, () => null)
  }
  /** A session that was held opens a window for evidence, so the tie is there before the case is ready. */
  const tie = (name: string, memberId: string) =>
    db.rows(`insert into case_ties (case_id, because, member_id, at) values ($1, 'session', $2, $3)`, [
      cases[name],
      memberId,
      noon,
    ])
  const nameOf = (caseId: string) => Object.entries(cases).find(([, id]) => id === caseId)?.[0]
  let asked = 0
  const next = () => requestBy(undefined, new Date(noon.getTime() + ++asked))
  const ask = (memberId: string) => distribution.ask(next(), memberId, sight)
  const refused = (asking: Promise<unknown>, sentence: RegExp) =>
    assert.rejects(
      asking,
      (error) => error instanceof Refusal && error.code === 'stateForbids' && sentence.test(error.message),
    )

  before(async () => {
    db = await freshDatabase({ size: 4 })
    desk = openWorkDesk(db)
    distribution = openDistribution({
      db,
      execute: desk.execute,
      profileFor: async () => profile,
      sightOf,
      clock: () => noon,
    })
    await addMember('mem_ada', ['adjudicator'])
    await addMember('mem_ben', ['adjudicator'], ['north'])
    await addMember('mem_cleo', ['drafter'], ['north'])
    await addMember('mem_gone', ['adjudicator'])
    await db.rows(`update members set deactivated_at = $1 where id = 'mem_gone'`, [noon])
    await ready('old', '2023-01-01')
    await ready('middle', '2024-01-01')
    await ready('young', '2025-01-01')
    await ready('both', '2026-05-01')
    await ready('advanced', '2026-01-01')
    await ready('remanded', '2026-02-01')
    await ready('kept', '2022-01-01')
    await ready('kept for nobody', '2022-02-01')
    await ready('waiting for a session', '2001-01-01', 'hearing')
    await advance('both')
    await remand('both')
    await advance('advanced')
    await remand('remanded')
    await tie('kept', 'mem_ada')
    await tie('kept for nobody', 'mem_gone')
  })
  after(() => db.close())

  it('ranks what is ready, and says why each stands where it stands', async () => {
    const { cases: ranked } = await distribution.ranking(sight)
    assert.deepEqual(
      ranked.map(({ rank, caseId, why }) => [rank, nameOf(caseId), why]),
      [
        [1, 'both', 'A court has sent the case back, and it is advanced on the docket.'],
        [2, 'advanced', 'The case is advanced on the docket.'],
        [3, 'remanded', 'A court has sent the case back.'],
        [4, 'kept', 'Its docket number is next.'],
        [5, 'kept for nobody', 'Its docket number is next.'],
        [6, 'old', 'Its docket number is next.'],
        [7, 'middle', 'Its docket number is next.'],
        [8, 'young', 'Its docket number is next.'],
      ],
    )
    const kept = ranked[3]!
    assert.deepEqual(kept.keptFor, {
      id: 'mem_ada',
      name: 'mem_ada',
      until: new Date(noon.getTime() + 60 * dayMs).toISOString(),
    })
    assert.equal(kept.due, '2023-01-01')
    assert.equal(ranked[4]?.keptFor, undefined)
  })

  it('is walked page by page, and by docket', async () => {
    const first = await distribution.ranking({ ...sight, limit: 5 })
    const second = await distribution.ranking({ ...sight, limit: 5, after: first.next })
    assert.deepEqual(
      second.cases.map(({ rank, caseId }) => [rank, nameOf(caseId)]),
      [
        [6, 'old'],
        [7, 'middle'],
        [8, 'young'],
      ],
    )
    assert.equal(second.next, undefined)
    assert.deepEqual((await distribution.ranking({ ...sight, docket: 'hearing' })).cases, [])
    assert.deepEqual((await distribution.ranking({ ...sight, mostSensitivity: -1 })).cases, [])
    const invalid = (error: unknown) => error instanceof Refusal && error.code === 'invalid'
    await assert.rejects(distribution.ranking({ ...sight, docket: 'nowhere' }), invalid)
    await assert.rejects(distribution.ranking({ ...sight, after: 'x' }), invalid)
  })

  it('is simulated with other levers, and nothing moves', async () => {
    const { simulation } = await distribution.simulate(
      { batchPerDrafter: 1, batchWithoutTeam: 4 },
      noon,
      sight,
    )
    const summary = ({ members }: typeof simulation.inForce) => members.map(({ id, cases }) => [id, cases])
    assert.deepEqual(summary(simulation.inForce), [
      ['mem_ada', 3],
      ['mem_ben', 3],
    ])
    assert.deepEqual(summary(simulation.changed), [
      ['mem_ada', 4],
      ['mem_ben', 1],
    ])
    assert.deepEqual(simulation.inForce.byReason, [
      { because: 'courtRemandAndAdvanced', cases: 1 },
      { because: 'advanced', cases: 1 },
      { because: 'courtRemand', cases: 1 },
      { because: 'docketGoal', cases: 3 },
    ])
    assert.deepEqual(
      simulation.moves.map(({ caseId, from, to }) => [nameOf(caseId), from?.id, to?.id]),
      [
        ['old', 'mem_ben', undefined],
        ['middle', 'mem_ben', undefined],
        ['kept', undefined, 'mem_ada'],
      ],
    )
    assert.equal((await distribution.ranking(sight)).cases.length, 8)
    const blind = await distribution.simulate({}, noon, { mostSensitivity: -1 })
    assert.deepEqual([blind.simulation.inForce.cases, blind.simulation.moves], [0, []])
    await assert.rejects(
      distribution.simulate({ docketGoals: [{ docket: 'nowhere', days: 1 }] }, noon, sight),
      Refusal,
    )
  })

  it('gives a batch, and the run says to whom, why and by which levers', async () => {
    const { run } = await ask('mem_ben')
    assert.deepEqual(
      run.cases.map(({ caseId, state, why }) => [nameOf(caseId), state, why]),
      [
        ['both', 'given', ['A court has sent the case back, and it is advanced on the docket.']],
        ['advanced', 'given', ['The case is advanced on the docket.']],
        ['remanded', 'given', ['A court has sent the case back.']],
      ],
    )
    assert.deepEqual([run.batchSize, run.given, run.waiting, run.isFinished], [3, 3, 0, true])
    assert.deepEqual(run.levers, profile.levers)
    assert.equal(run.askedBy, 'alice')
    const [task] = await db.rows(
      `select type, assignee_kind, assignee_id, status from tasks
       where case_id = $1 and closed_at is null and parent_id is not null`,
      [cases.both],
    )
    assert.deepEqual(task, {
      type: 'assignment',
      assignee_kind: 'person',
      assignee_id: 'mem_ben',
      status: 'assigned',
    })
    assert.equal((await distribution.ranking(sight)).cases.length, 5)
    assert.deepEqual(await distribution.run(run.id, sight), { run })
  })

  it('gives what is kept first to whoever it is kept for, then what is due', async () => {
    const { run } = await ask('mem_ada')
    assert.deepEqual(
      run.cases.map(({ caseId }) => nameOf(caseId)),
      ['kept', 'kept for nobody', 'old'],
    )
    assert.deepEqual(run.cases[0]?.why, ['It is kept until 2026-12-31 for whoever held its session.'])
    assert.deepEqual(run.cases[2]?.why, ['Direct review: the goal of 365 days makes it due on 2024-01-01.'])
  })

  it('refuses whoever has too many waiting, and whoever gets no cases', async () => {
    profile = { ...profile, levers: { ...profile.levers, mostWaiting: 2 } }
    await refused(
      ask('mem_ada'),
      /^Too many of their cases are waiting: more can be requested once there are 2 or fewer\.$/,
    )
    await refused(ask('mem_cleo'), /^Cases are distributed only to/)
    await refused(ask('mem_gone'), /^Cases are distributed only to/)
    profile = { ...profile, levers: { ...profile.levers, mostWaiting: 8 } }
  })

  it('of two who ask at once nobody gets what the other gets', async () => {
    await ready('more', '2025-02-01')
    await ready('and more', '2025-03-01')
    const runs = await Promise.all([ask('mem_ada'), ask('mem_ben')])
    const given = runs.flatMap(({ run }) => run.cases.map(({ caseId }) => nameOf(caseId)))
    assert.deepEqual(given.toSorted(), ['and more', 'middle', 'more', 'young'])
  })

  it('passes over a case that is no longer ready, and gives none twice after a crash', async () => {
    await ready('first', '2025-04-01')
    await ready('second', '2025-05-01')
    const crashing = openDistribution({
      db,
      execute: desk.execute,
      profileFor: async () => profile,
      sightOf,
      clock: () => {
        throw new Error('killed')
      },
    })
    await assert.rejects(crashing.ask(next(), 'mem_ben', sight), /killed/)
    const [latest] = (await distribution.runs({ memberId: 'mem_ben', limit: 1 }, sight)).runs
    assert.deepEqual([latest?.isFinished, latest?.given], [false, 0])
    assert.deepEqual((await ask('mem_ada')).run.cases, [], 'what is planned for one is not given to another')
    const parentId = await desk.openTask(cases.second!, 'distribution')
    await desk.command(cases.second!, {
      type: 'openTask',
      parentId,
      taskType: 'letter',
      newTaskId: 'task_block',
    })

    await distribution.carryOut(latest!.id)
    await db.rows(`update distribution_runs set finished_at = null where id = $1`, [latest!.id])
    await db.rows(`update distribution_gifts set state = 'planned' where run_id = $1 and place = 1`, [
      latest!.id,
    ])
    await distribution.carryOut(latest!.id)
    const { run } = await distribution.run(latest!.id, sight)
    assert.deepEqual(
      run.cases.map(({ caseId, state, passedOverWhy }) => [nameOf(caseId), state, passedOverWhy]),
      [
        ['first', 'given', undefined],
        ['second', 'passedOver', 'The case was no longer ready.'],
      ],
    )
  })

  it('shows the cases of a run only to those who may see them', async () => {
    const { run } = await distribution.run(
      (await distribution.runs({ memberId: 'mem_ben', limit: 1 }, sight)).runs[0]!.id,
      sight,
    )
    const { caseId } = run.cases[0]!
    const command = { type: 'setSensitivity' as const, caseId, level: 9, why: 'In danger.' }
    await desk.execute(custody, requestBy(), command, () => null)
    const seen = async (mostSensitivity: number) =>
      (await distribution.run(run.id, { mostSensitivity })).run.cases.map((one) => one.caseId)
    assert.deepEqual([(await seen(9)).includes(caseId), (await seen(8)).includes(caseId)], [true, false])
  })

  it('is told who held a session and who decided, the last of each', async () => {
    const caseId = cases['waiting for a session']!
    const later = (days: number) => new Date(noon.getTime() + days * dayMs)
    const hold = async (sessionId: string, from: number, heldBy: { id: string; name: string }) => {
      const of = { caseId, sessionId }
      const slot = { startsAt: later(from + 1).toISOString(), minutes: 60, timeZone: 'UTC' }
      const kind = 'video' as const
      const at = (days: number) => requestBy(undefined, later(days))
      await desk.execute(session, at(from), { type: 'requestSession', ...of, kind }, () => null)
      await desk.execute(
        session,
        at(from),
        { type: 'placeSession', ...of, slot, consent: 'Everybody has agreed.' },
        () => null,
      )
      await desk.execute(
        session,
        at(from + 2),
        { type: 'endSession', ...of, outcome: 'held', heldBy },
        () => null,
      )
    }
    await hold('session_1', 0, { id: 'mem_ada', name: 'mem_ada' })
    await hold('session_2', 3, { id: 'mem_ben', name: 'mem_ben' })
    const ties = await db.rows(`select because, member_id, at from case_ties where case_id = $1`, [caseId])
    assert.deepEqual(ties, [{ because: 'session', member_id: 'mem_ben', at: later(5) }])
  })

  it('ties a case that goes on from another to whoever the other was tied to', async () => {
    const at = noon.toISOString()
    const signed = {
      case_id: 'case_a',
      sequence: 5,
      type: 'workProduct.signed',
      at,
      actor: { id: 'mem_ada' },
      data: {},
    }
    const held = { ...signed, sequence: 4, type: 'session.held', data: { heldBy: { id: 'mem_ben' } } }
    const linkedFrom = (case_id: string, caseId: string) => {
      const data = { kind: 'remand', direction: 'from', caseId }
      return { ...signed, case_id, sequence: 1, type: 'case.linked', data }
    }
    const away = {
      ...linkedFrom('case_a', 'case_b'),
      sequence: 6,
      data: { direction: 'to', caseId: 'case_b' },
    }
    const ties = () =>
      db.rows(
        `select case_id, because, member_id from case_ties where case_id = any('{case_a, case_b, case_c}') order by 1, 2`,
      )
    const expected = ['case_a', 'case_b', 'case_c'].flatMap((case_id) => [
      { case_id, because: 'decision', member_id: 'mem_ada' },
      { case_id, because: 'session', member_id: 'mem_ben' },
    ])
    await db.rows(caseTies.statement, [JSON.stringify([held, signed, away, linkedFrom('case_b', 'case_a')])])
    await db.rows(caseTies.statement, [JSON.stringify([linkedFrom('case_c', 'case_b')])])
    assert.deepEqual(await ties(), expected)
    await db.rows(`delete from case_ties where case_id = any('{case_a, case_b, case_c}')`)
    const all = [held, signed, away, linkedFrom('case_b', 'case_a'), linkedFrom('case_c', 'case_b')]
    await db.rows(caseTies.statement, [JSON.stringify(all)])
    assert.deepEqual(await ties(), expected, 'the same in one batch')
  })

  it('gives nobody what is too sensitive for them', async () => {
    await ready('sensitive', '2000-01-01')
    await db.rows(`update queue_entries set sensitivity = 9 where case_id = $1`, [cases.sensitive])
    const given = await ask('mem_ada')
    assert.deepEqual(given.run.cases, [])
    await db.rows(`update members set clearance = 9 where id = 'mem_ada'`)
    assert.deepEqual(
      (await ask('mem_ada')).run.cases.map(({ caseId }) => nameOf(caseId)),
      ['sensitive'],
    )
    await db.rows(`update case_work set sensitivity = 9 where case_id = $1`, [cases.sensitive])
    await db.rows(`insert into sensitive_cases (case_id, level, uploaded_at) values ($1, 9, now())`, [
      cases.sensitive,
    ])
    const counted = async (mostSensitivity: number) =>
      (await distribution.runs({ limit: 1 }, { mostSensitivity })).runs[0]?.given
    assert.deepEqual([await counted(3), await counted(9)], [0, 1], 'and counts it for nobody else')

    const waitingIn = async (by: { id?: string; mostSensitivity: number }) =>
      typeof (await distribution.runs({ memberId: 'mem_ada', limit: 1 }, by)).runs[0]?.waiting
    assert.equal(await waitingIn({ id: 'mem_ben', mostSensitivity: 3 }), 'undefined')
    assert.equal(await waitingIn({ id: 'mem_ada', mostSensitivity: 3 }), 'number')
    assert.equal(await waitingIn({ id: 'mem_ben', mostSensitivity: 9 }), 'number')
    await db.rows(`update queue_entries set sensitivity = 9 where case_id = $1`, [cases.sensitive])
    const waitingFor = async (mostSensitivity: number) => {
      const { simulation } = await distribution.simulate({}, noon, { mostSensitivity })
      return simulation.inForce.members.find(({ id }) => id === 'mem_ada')?.waiting ?? 0
    }
    assert.equal((await waitingFor(9)) - (await waitingFor(3)), 1, 'a simulation neither')
  })

  it('is simulated on what whoever asks sees: what they do not see takes no place', async () => {
    const before = profile
    profile = {
      ...profile,
      levers: { ...profile.levers, batchWithoutTeam: 1, batchPerDrafter: 0, mostWaiting: 99 },
    }
    for (const name of ['hidden 1', 'hidden 2', 'hidden 3']) {
      await ready(name, '1999-01-01')
      await db.rows(`update queue_entries set sensitivity = 9 where case_id = $1`, [cases[name]])
    }
    await ready('seen', '2026-06-01')
    const given = async (mostSensitivity: number) =>
      (await distribution.simulate({}, noon, { mostSensitivity })).simulation.inForce.cases
    assert.equal(await given(3), 1)
    await db.rows(`delete from queue_entries where case_id = any($1)`, [
      ['hidden 1', 'hidden 2', 'hidden 3', 'seen'].map((name) => cases[name]),
    ])
    profile = before
  })

  it('lists runs, the last first, page by page', async () => {
    const all = (await distribution.runs({}, sight)).runs.map(({ id }) => id)
    const first = await distribution.runs({ limit: 4 }, sight)
    const second = await distribution.runs({ limit: 4, after: first.next }, sight)
    assert.equal(all.length, 8)
    assert.deepEqual(
      [...first.runs, ...second.runs].map(({ id }) => id),
      all,
    )
    await assert.rejects(distribution.run('run_none', sight), /no run/)
  })
})
