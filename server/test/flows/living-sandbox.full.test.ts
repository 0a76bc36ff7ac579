import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AppealSummary } from '@portico/contract/appeals'
import type { CaseState } from '@portico/contract/cases'
import type { Liven } from '../../app/sandbox/liven.ts'
import { stageAt } from '../../app/sandbox/stages.ts'
import { caseByAlias } from '../../projections/cases.ts'
import { externalIdOf } from '../../synth/names.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

/** The fifth is large enough to have copies in its file. */
const sizes = [12, 8, 8, 8, 20, 10, 10, 10, 10, 10, 8, 14]
const dayMs = 86_400_000

describe('a sandbox at work', () => {
  let world: World
  let cases: string[]
  before(async () => {
    world = await startWorld({
      PORTICO_SYNTH_WORK: 'on',
      PORTICO_SYNTH_PAGES: sizes.join(','),
      PORTICO_LOG: 'warn',
    })
    const queued = async () => {
      const rows = await world.service.db.rows<{ error: string | null }>(
        `select last_error as error from graphile_worker.jobs where task_identifier in ('synthesise', 'openLinkedCase')`,
      )
      assert.deepEqual(
        rows.filter(({ error }) => error),
        [],
      )
      return rows.length
    }
    await until(async () => (await queued()) === 0, 100)
    cases = await Promise.all(
      sizes.map(async (pages, index) => {
        const externalId = externalIdOf('portico', index, pages)
        return (await caseByAlias(world.service.db, 'synthetic', externalId)) ?? ''
      }),
    )
  })
  after(() => world.close())

  const get = async <Answer>(path: string) => {
    const { status, text, json } = await world.admin('GET', path)
    assert.equal(status, 200, `${path}: ${text}`)
    return json as Answer
  }
  const at = (name: string) => cases[sizes.findIndex((_, index) => stageAt(index).name === name)] ?? ''

  it('has a case at every stage of the work', async () => {
    const states = await Promise.all(cases.map((id) => get<CaseState>(`/cases/${id}/state`)))
    assert.deepEqual(
      states.map(({ status }, index) => [stageAt(index).name, status]),
      [
        ['drafting', 'drafting'],
        ['intake', 'preDocketed'],
        ['onDocket', 'onDocket'],
        ['hearingScheduled', 'sessionScheduled'],
        ['inReview', 'readyToSign'],
        ['delivered', 'effectuation'],
        ['returned', 'drafting'],
        ['onHold', 'onHold'],
        ['closed', 'closed'],
        ['linked', 'closed'],
        ['withAdjudicator', 'withAdjudicator'],
        ['drafting', 'drafting'],
      ],
    )
    assert.deepEqual((await get<{ broken: unknown[] }>('/docket/health')).broken, [])
  })

  it('has what people leave behind: notes, tags, citations that hold, reading, a draft', async () => {
    const id = at('drafting')
    const { events } = await get<{ events: { type: string; actor: { kind: string } }[] }>(
      `/cases/${id}/events?limit=1000`,
    )
    const types = new Set(events.filter(({ actor }) => actor.kind === 'person').map(({ type }) => type))
    for (const type of [
      'document.annotated',
      'document.tagged',
      'document.markedRead',
      'issue.cited',
      'workProduct.drafted',
    ])
      assert.ok(types.has(type), type)
    const { issues } = await get<{ issues: { id: string; disposition?: unknown }[] }>(`/cases/${id}/issues`)
    assert.ok(issues.length > 1)
    const evidence = await Promise.all(
      issues.map((issue) =>
        get<{ evidence: { check: { status: string } }[] }>(`/cases/${id}/issues/${issue.id}/evidence`),
      ),
    )
    const checks = evidence.flatMap((one) => one.evidence.map(({ check }) => check.status))
    assert.ok(checks.length > 0 && checks.every((status) => status === 'holds'), String(checks))
  })

  it('has a decision that was signed, sealed and delivered, one that was returned, and one that goes on elsewhere', async () => {
    const { package: decision } = await get<{ package: { signature: { name: string } } }>(
      `/cases/${at('delivered')}/decision-package`,
    )
    assert.equal(decision.signature.name, 'Sam Whitfield')
    const { deliveries } = await get<{ deliveries: { status: string }[] }>(
      `/cases/${at('delivered')}/deliveries`,
    )
    assert.ok(deliveries.length > 0 && deliveries.every(({ status }) => status === 'receipted'))
    const { workProducts } = await get<{ workProducts: { status: string }[] }>(
      `/cases/${at('returned')}/work-products`,
    )
    assert.deepEqual(
      workProducts.map(({ status }) => status),
      ['draft'],
    )
    const { links } = await get<{ links: { caseId: string }[] }>(`/cases/${at('linked')}/links`)
    assert.equal(links.length, 1)
    assert.ok(
      (await get<{ appeals: AppealSummary[] }>('/appeals')).appeals.some(({ id }) => id === links[0]?.caseId),
    )
  })

  it('has its past in the past, each case in the order of its events', async () => {
    const now = Date.now()
    for (const [index, id] of cases.entries()) {
      const { events } = await get<{ events: { at: string; type: string }[] }>(
        `/cases/${id}/events?limit=1000`,
      )
      const times = inOrder(events, stageAt(index).name)
      const days = (now - (times[0] ?? now)) / dayMs
      assert.ok(Math.abs(days - stageAt(index).ageDays) < 1, `${stageAt(index).name}: ${days}`)
      const docketed = events.find(({ type }) => type === 'case.docketed')
      if (docketed) assert.ok(now - Date.parse(docketed.at) > dayMs, `${stageAt(index).name}: docketed today`)
      if (index === 4) assert.ok(events.some(({ type }) => type === 'document.linked'))
    }
  })

  it('has work for its people in queues', async () => {
    const { json } = await world.anonymous(
      'GET',
      `/sandbox/people?code=${world.service.identity.sandboxPeople?.code}`,
    )
    const { people } = json as { people: { id: string; username: string }[] }
    const rosa = people.find(({ username }) => username === 'r.alvarez')
    const { tasks } = await get<{ tasks: { assignee?: { id: string } }[] }>(
      `/tasks?assignees=person:${rosa?.id}`,
    )
    assert.ok(tasks.length >= 3, String(tasks.length))
  })

  const lastPosition = async () => {
    const [row] = await world.service.db.rows<{ last: string }>(
      `select max(position)::text as last from events`,
    )
    return row?.last
  }
  /** What follows from the work, as a letter or a placed session, is written a moment later. */
  const dueJobs = async () => {
    const [row] = await world.service.db.rows<{ due: number }>(
      `select count(*)::int as due from graphile_worker.jobs
       where (run_at <= now() or locked_at is not null) and attempts < max_attempts`,
    )
    return row?.due
  }
  const eventsAfter = (position: string | undefined) =>
    world.service.db.rows(
      `select type, subject, actor, at from events where position > $1 order by position`,
      [position],
    )

  const inOrder = (events: { at: string }[], what: string) => {
    const times = events.map(({ at }) => Date.parse(at))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
      what,
    )
    return times
  }

  it('does nothing twice when all of it is asked for again', async () => {
    await world.service.fireTimers()
    await until(async () => (await dueJobs()) === 0, 100)
    const before = await lastPosition()
    for (const [index, pages] of sizes.entries()) {
      const order = { seed: 'portico', index, pages }
      await world.service.synthesise(order, { isAtWork: true })
      await world.service.liven?.(order, cases[index] ?? '')
    }
    assert.deepEqual(await eventsAfter(before), [])
  })

  it('goes on where it was cut off, however often', async () => {
    const order = { seed: 'cut', index: 5, pages: 9 }
    const { caseId } = await world.service.synthesise(order, { isAtWork: true })
    const cut = new Error('cut off')
    const after = (steps: number) => {
      let looks = 0
      return {
        throwIfAborted() {
          looks += 1
          if (looks > steps) throw cut
        },
      } as AbortSignal
    }
    let runs = 0
    for (let isCutOff = true; isCutOff && runs < 100; runs++) {
      isCutOff = await (world.service.liven as Liven)(order, caseId, after(7 * runs)).then(
        () => false,
        (error) => {
          assert.equal(error, cut)
          return true
        },
      )
      // Nobody is writing its past now, so what is due in it fires today.
      await world.service.fireTimers()
    }
    assert.ok(runs > 3, 'it was cut off more than once')
    assert.equal((await get<CaseState>(`/cases/${caseId}/state`)).status, 'effectuation')
    const { events } = await get<{ events: { type: string; at: string; correlationId: string }[] }>(
      `/cases/${caseId}/events?limit=1000`,
    )
    assert.ok(events.some(({ type }) => type === 'timer.fired'))
    inOrder(events, 'after a timer fired in the middle')
    const once = [
      'issue.decided',
      'issue.cited',
      'workProduct.signed',
      'workProduct.sealed',
      'delivery.receipted',
    ]
    const acts = events
      .filter(({ type }) => once.includes(type))
      .map((event) => JSON.stringify([event.type, event.correlationId]))
    assert.equal(new Set(acts).size, acts.length)
    await until(async () => (await dueJobs()) === 0, 100)
    const before = await lastPosition()
    await world.service.liven?.(order, caseId)
    assert.deepEqual(await eventsAfter(before), [])
  })
})
