import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseState } from '@portico/contract/cases'
import { caseStatus } from '@portico/contract/ports/case-status'
import { type CallName, defineAdapter, type Host, type InputOf } from '@portico/contract/ports/kit'
import type { Profile, Rule } from '@portico/contract/profile'
import type { TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { releaseSmallDecision } from '../../test/released-decision.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'
import { caseStatusPort } from './port.ts'

type Call = {
  [Name in CallName<typeof caseStatus>]: { call: Name; input: InputOf<typeof caseStatus, Name> }
}[CallName<typeof caseStatus>]
type Event = { type: string; data: Record<string, unknown>; actor: { name: string; kind: string } }

/** A system of record: it keeps what is announced, registers new cases, and reports by the host of the binding. */
function registry() {
  const calls: Call[] = []
  let host: Host<typeof caseStatus> | undefined
  const adapter = defineAdapter({
    port: caseStatus,
    name: 'registry',
    does: 'Keeps what is announced.',
    options: Type.Object({ registersAs: Type.Optional(Type.String()) }),
    open({ registersAs }, given) {
      host = given
      const keep = async (one: Call) => {
        calls.push(one)
        return {}
      }
      return {
        supports: ['upstream', 'registration'],
        calls: {
          async announceCreated(input) {
            await keep({ call: 'announceCreated', input })
            const isKnown = input.case.aliases.some(({ source }) => source === registersAs)
            if (registersAs === undefined || isKnown) return {}
            return { registered: { source: registersAs, externalId: `reg-${input.case.docketNumber}` } }
          },
          announceTransition: (input) => keep({ call: 'announceTransition', input }),
          announceClosure: (input) => keep({ call: 'announceClosure', input }),
        },
        start: async () => {},
      }
    },
  })
  return {
    adapter,
    calls,
    of: (caseId: string) => calls.filter(({ input }) => input.case.caseId === caseId),
    host: () => until(() => host),
  }
}

const nine = '2026-11-02T09:00:00.000Z'
const ten = '2026-11-02T10:00:00.000Z'
const eleven = '2026-11-02T11:00:00.000Z'
const submission = (externalId: string) => ({
  source: 'registry',
  externalId,
  at: nine,
  caseType: 'ORIG',
  veteran: { firstName: 'Maria', lastName: 'Lindqvist' },
  receiptDate: '2026-10-30',
  externalStatus: 'received',
})

describe('a system of record at the port case & status', () => {
  const upstream = registry()
  const downstream = registry()
  let world: World
  before(async () => {
    world = await startWorld(
      {},
      {
        ports: {
          'case-status': {
            registry: {
              adapter: upstream.adapter,
              sources: ['registry'],
              caseTypes: { ORIG: 'appeal' },
              registersAs: 'registry',
            },
            ledger: {
              adapter: downstream.adapter,
              statuses: { preDocketed: 'RECEIVED', onDocket: 'ACTIVE', closed: 'DONE' },
            },
          },
        },
      },
    )
  })
  after(() => world.close())

  let messages = 0
  const tell = async (
    name: 'caseSubmitted' | 'statusChanged' | 'retracted',
    fact: object,
    { by = upstream, id = `message-${++messages}` } = {},
  ) => (await by.host()).tell(name, fact as never, { id })
  const casesOf = async (externalId: string) => {
    const { json } = await world.admin('GET', `/cases?source=registry&externalId=${externalId}`)
    return (json as { cases: { id: string; caseType: string; isClosed: boolean }[] }).cases
  }
  const caseOf = (externalId: string) => until(async () => (await casesOf(externalId))[0]?.id)
  const eventsOf = async (caseId: string, types: string) => {
    const { json } = await world.admin('GET', `/cases/${caseId}/events?types=${types}`)
    return (json as { events: Event[] }).events
  }
  const detail = async (caseId: string) => {
    const { json } = await world.admin('GET', `/cases/${caseId}`)
    return (json as { case: { caseType: string; externalStatus?: string } }).case
  }
  const stateOf = async (caseId: string) =>
    (await world.admin('GET', `/cases/${caseId}/state`)).json as CaseState
  const inbox = (status: string) =>
    world.service.db.rows<{ id: string; name: string; reason: string }>(
      `select id, name, reason from inbound_facts where status = $1 order by number`,
      [status],
    )
  const settled = () =>
    until(async () => (await inbox('received')).length === 0 && (await inbox('unmatched')).length === 0)

  it('hands over a new case, which is docketed once however often it comes', async () => {
    await Promise.all(Array.from({ length: 5 }, () => tell('caseSubmitted', submission('R-1'))))
    const caseId = await caseOf('R-1')
    await settled()
    assert.equal((await casesOf('R-1')).length, 1)
    const [opened] = await eventsOf(caseId, 'case.opened')
    assert.deepEqual(opened?.actor, {
      id: 'binding_case-status_registry',
      name: 'case-status/registry',
      kind: 'integration',
    })
    assert.equal((await eventsOf(caseId, 'case.reported')).length, 1)
    const { caseType, externalStatus } = await detail(caseId)
    assert.deepEqual([caseType, externalStatus], ['appeal', 'received'])
  })

  it('reports its status, and a late report is recorded without effect', async () => {
    const caseId = await caseOf('R-1')
    const of = { source: 'registry', externalId: 'R-1' }
    await tell('statusChanged', { ...of, at: eleven, externalStatus: 'certified', caseType: 'courtRemand' })
    await until(async () => (await detail(caseId)).externalStatus === 'certified')
    await tell('statusChanged', { ...of, at: ten, externalStatus: 'in review' })
    await until(async () => (await eventsOf(caseId, 'case.reported')).length === 3)
    const { caseType, externalStatus } = await detail(caseId)
    assert.deepEqual([caseType, externalStatus], ['courtRemand', 'certified'])
    const late = (await eventsOf(caseId, 'case.reported')).at(-1)
    assert.equal(late?.data.isOvertaken, true)
  })

  it('may report a status before the case: it waits, and the end is the same', async () => {
    const of = { source: 'registry', externalId: 'R-2' }
    await tell('statusChanged', { ...of, at: ten, externalStatus: 'certified' })
    await tell('retracted', { ...of, at: eleven, why: 'Filed twice.' })
    const waiting = await until(async () => {
      const facts = await inbox('unmatched')
      return facts.length === 2 && facts
    })
    assert.equal(waiting[0]?.reason, 'No case is known as R-2 of registry.')
    await tell('caseSubmitted', submission('R-2'))
    const caseId = await caseOf('R-2')
    await settled()
    assert.equal((await detail(caseId)).externalStatus, 'certified')
    assert.equal((await stateOf(caseId)).status, 'onHold')
  })

  it('does not open a case again that was purged: somebody decides', async () => {
    await tell('caseSubmitted', submission('R-20'))
    const caseId = await caseOf('R-20')
    await settled()
    const { db } = world.service
    await db.rows(`select erase_case(case_id, version, now()) from case_streams where case_id = $1`, [caseId])
    await tell('caseSubmitted', submission('R-20'))
    const [waiting] = await until(async () => {
      const facts = await inbox('unmatched')
      return facts.length > 0 && facts
    })
    assert.match(waiting?.reason ?? '', /^The case that was R-20 of registry was purged/)
    assert.deepEqual(await casesOf('R-20'), [])
    const { status } = await world.admin('POST', `/inbox/${waiting?.id}/drop`, {
      body: { why: 'It is over.' },
    })
    assert.ok(status < 300)
  })

  it('is applied when the case comes another way, with the identifier', async () => {
    await tell('statusChanged', {
      source: 'registry',
      externalId: 'R-3',
      at: ten,
      externalStatus: 'certified',
    })
    await until(async () => (await inbox('unmatched')).length === 1)
    const alias = { source: 'registry', externalId: 'R-3' }
    const { veteran, receiptDate } = submission('R-3')
    const opened = await world.admin('POST', '/cases', { body: { veteran, receiptDate, alias } })
    assert.equal(opened.status, 201, opened.text)
    await settled()
    assert.equal((await detail(await caseOf('R-3'))).externalStatus, 'certified')
  })

  it('retracts a case: the work pauses, and somebody decides', async () => {
    await tell('caseSubmitted', submission('R-4'))
    const caseId = await caseOf('R-4')
    await tell('retracted', { source: 'registry', externalId: 'R-4', at: ten, why: 'Filed twice.' })
    const tasks = await until(async () => {
      const { json } = await world.admin('GET', `/cases/${caseId}/tasks?open=true`)
      const open = (json as TaskList).tasks
      return open.some(({ type }) => type === 'retraction') && open
    })
    const [retracted] = await eventsOf(caseId, 'case.retracted')
    assert.equal(retracted?.data.why, 'Filed twice.')
    assert.equal(tasks.find(({ type }) => type === 'intake')?.status, 'onHold')
    const { id } = tasks.find(({ type }) => type === 'retraction') ?? {}
    const asked = await world.admin('POST', `/cases/${caseId}/endings`, {
      body: { completeTask: { taskId: id, outcome: 'close' } },
    })
    const { ending } = asked.json as { ending: { hash: string } }
    const closed = await world.admin('POST', `/cases/${caseId}/tasks/${id}/complete`, {
      body: { outcome: 'close', ends: ending.hash },
    })
    assert.ok(closed.status < 300, closed.text)
    assert.equal((await stateOf(caseId)).status, 'withdrawn')

    await tell('caseSubmitted', { ...submission('R-4'), at: eleven, externalStatus: 'again' })
    await tell('statusChanged', { source: 'registry', externalId: 'R-4', at: eleven, externalStatus: 'open' })
    await tell('retracted', { source: 'registry', externalId: 'R-4', at: eleven, why: 'Again.' })
    await until(async () => (await eventsOf(caseId, 'case.retracted')).length === 2)
    await settled()
    assert.equal((await stateOf(caseId)).status, 'withdrawn')
    assert.equal((await eventsOf(caseId, 'case.reopened,task.opened')).at(-1)?.data.type, 'retraction')
    assert.equal((await casesOf('R-4'))[0]?.isClosed, true)
  })

  it('is refused at once where it says nothing', async () => {
    const nothing = { source: 'registry', externalId: 'R-1', at: eleven, why: 'Why not.' }
    await assert.rejects(tell('statusChanged', nothing), {
      code: 'invalid',
      message: 'The body must have one of externalStatus, caseType.',
    })
  })

  it('speaks for its own sources only, and in words that are known', async () => {
    await tell('caseSubmitted', { ...submission('X-1'), source: 'elsewhere' })
    await tell('caseSubmitted', submission('R-9'), { by: downstream })
    await tell('caseSubmitted', { ...submission('R-9'), caseType: 'moon' })
    const refused = await until(async () => {
      const facts = await inbox('refused')
      return facts.length === 3 && facts.map(({ reason }) => reason).toSorted()
    })
    assert.match(
      refused[0] ?? '',
      /The binding ledger may not report cases of registry: its sources are none/,
    )
    assert.match(refused[1] ?? '', /The binding registry may not report cases of elsewhere/)
    assert.match(refused[2] ?? '', /There is no case type moon/)
    assert.deepEqual(await casesOf('R-9'), [])
  })

  it('is told of a new case once, and the identifier that it answers with names it', async () => {
    const { veteran, receiptDate } = submission('')
    const opened = await world.admin('POST', '/cases', {
      body: { veteran, receiptDate, docketNumber: '261030-77' },
    })
    const { id } = (opened.json as { case: { id: string } }).case
    assert.equal(await caseOf('reg-261030-77'), id)
    const [created] = upstream.of(id)
    assert.equal(created?.call, 'announceCreated')
    assert.equal(created?.input.status, 'preDocketed')
    const own = upstream.of(await caseOf('R-1'))
    assert.deepEqual(own[0]?.input.case.aliases, [{ source: 'registry', externalId: 'R-1' }])
    assert.deepEqual(await casesOf(`reg-${own[0]?.input.case.docketNumber}`), [])
  })

  it('is told of every transition and of the closure in order, with the signed outcome', async () => {
    const { caseId, workProductId } = await releaseSmallDecision(world)
    const { json } = await world.admin('GET', `/cases/${caseId}/tasks?open=true`)
    const dispatch = (json as TaskList).tasks.find(({ type }) => type === 'dispatch')
    const { deliveries } = (await world.admin('GET', `/cases/${caseId}/deliveries`)).json as {
      deliveries: { id: string }[]
    }
    for (const { id } of deliveries) {
      const sent = await world.admin('PUT', `/cases/${caseId}/deliveries/${id}/receipt`, {
        body: { channel: 'mail', sentAt: new Date().toISOString() },
      })
      assert.ok(sent.status < 300, sent.text)
    }
    const done = await world.admin('POST', `/cases/${caseId}/tasks/${dispatch?.id}/complete`, {
      body: { outcome: 'dispatched' },
    })
    assert.ok(done.status < 300, done.text)
    const calls = await until(() => {
      const all = downstream.of(caseId)
      return all.some(({ call }) => call === 'announceClosure') && all
    })
    const closure = calls.find((call) => call.call === 'announceClosure')
    assert.equal(closure?.input.outcome, workProductId)
    assert.equal(closure?.input.why, 'decided')
    const sequences = calls.map(({ input }) => input.sequence)
    assert.deepEqual(
      sequences,
      sequences.toSorted((one, other) => one - other),
    )
    const transitions = calls.flatMap((call) => (call.call === 'announceTransition' ? [call.input] : []))
    assert.ok(transitions.some(({ to, status }) => to === 'onDocket' && status === 'ACTIVE'))
    assert.ok(transitions.some(({ to, status }) => to === 'drafting' && status === 'drafting'))
    const changes = await eventsOf(caseId, 'case.stateChanged')
    await until(
      () =>
        downstream.of(caseId).filter(({ call }) => call === 'announceTransition').length >=
        changes.length - 1,
    )
  })

  it('that asks finds the same by polling', async () => {
    const caseId = await caseOf('R-1')
    const polled = await Promise.all(
      ['', '/state', '/events'].map((place) => world.admin('GET', `/cases/${caseId}${place}`)),
    )
    assert.deepEqual(
      polled.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal((polled[1]?.json as CaseState | undefined)?.status, 'preDocketed')
  })

  it('may be matched to a case by a person, and what else waits for that name follows', async () => {
    const of = { source: 'registry', externalId: 'R-5' }
    await tell('statusChanged', { ...of, at: ten, externalStatus: 'certified' })
    await tell('statusChanged', { ...of, at: eleven, externalStatus: 'at court' })
    const [first] = await until(async () => {
      const facts = await inbox('unmatched')
      return facts.length === 2 && facts
    })
    const { veteran, receiptDate } = submission('')
    const opened = await world.admin('POST', '/cases', { body: { veteran, receiptDate } })
    const { id: caseId } = (opened.json as { case: { id: string } }).case
    const matched = await world.admin('POST', `/inbox/${first?.id}/match`, { body: { caseId } })
    assert.equal(matched.status, 200, matched.text)
    await settled()
    assert.equal(await caseOf('R-5'), caseId)
    assert.equal((await detail(caseId)).externalStatus, 'at court')
    const elsewhere = { ...of, at: eleven, why: 'Filed twice.' }
    await tell('retracted', elsewhere)
    await until(async () => (await eventsOf(caseId, 'case.retracted')).length === 1)
  })

  it('leaves nothing of itself on a case that it was matched to in vain', async () => {
    const of = { source: 'registry', externalId: 'R-55' }
    await tell('statusChanged', { ...of, at: ten, externalStatus: 'certified' })
    const [fact] = await until(async () => {
      const facts = await inbox('unmatched')
      return facts.length === 1 && facts
    })
    // As nobody would take it today.
    await world.service.db.rows(`update inbound_facts set fact = fact - 'externalStatus' where id = $1`, [
      fact?.id,
    ])
    const { veteran, receiptDate } = submission('')
    const open = async () => {
      const { json } = await world.admin('POST', '/cases', { body: { veteran, receiptDate } })
      return (json as { case: { id: string } }).case.id
    }
    const [wrong, right] = [await open(), await open()]
    const match = (caseId: string) => world.admin('POST', `/inbox/${fact?.id}/match`, { body: { caseId } })
    assert.match((await match(wrong)).text, /Say what has changed/)
    assert.match((await match(right)).text, /Say what has changed/)
    const drop = { body: { why: 'It says nothing.' } }
    assert.equal((await world.admin('POST', `/inbox/${fact?.id}/drop`, drop)).status, 204)
    for (const caseId of [wrong, right])
      assert.ok(!JSON.stringify(await eventsOf(caseId, 'case.aliased')).includes(of.externalId))
  })

  it('retracts a case that is then closed, if the rule in the profile says so', async () => {
    const { profile } = (await world.admin('GET', '/profile')).json as { profile: Profile }
    for (const workflow of profile.workflows) {
      const others = workflow.rules.filter(({ on }) => on.event !== 'case.retracted')
      const closes: Rule = {
        name: 'retracted',
        on: { event: 'case.retracted' },
        do: [{ close: 'retracted' }],
      }
      workflow.rules = [...others, closes]
    }
    const saved = await world.admin('PUT', '/profile', { body: { profile, why: 'We follow the registry.' } })
    assert.ok(saved.status < 300, saved.text)
    await tell('caseSubmitted', submission('R-6'))
    await tell('retracted', { source: 'registry', externalId: 'R-6', at: ten, why: 'Filed twice.' })
    const caseId = await caseOf('R-6')
    await until(async () => (await stateOf(caseId)).status === 'withdrawn')
    const [closed] = await eventsOf(caseId, 'case.closed')
    assert.equal(closed?.data.reason, 'retracted')
    const closure = await until(() => downstream.of(caseId).find(({ call }) => call === 'announceClosure'))
    assert.equal(closure.input.status, 'withdrawn')
    assert.ok(!('outcome' in closure.input))
  })
})

describe('a retraction that the rule of the profile answers by closing the case', () => {
  it('leaves a task where a decision is signed and not sent', async () => {
    const upstream = registry()
    const world = await startWorld(
      {},
      { ports: { 'case-status': { registry: { adapter: upstream.adapter, sources: ['registry'] } } } },
    )
    try {
      const { profile } = (await world.admin('GET', '/profile')).json as { profile: Profile }
      for (const workflow of profile.workflows) {
        const others = workflow.rules.filter(({ on }) => on.event !== 'case.retracted')
        const closes: Rule = {
          name: 'retracted',
          on: { event: 'case.retracted' },
          do: [{ close: 'retracted' }],
        }
        workflow.rules = [...others, closes]
      }
      const saved = await world.admin('PUT', '/profile', {
        body: { profile, why: 'We follow the registry.' },
      })
      assert.ok(saved.status < 300, saved.text)
      const { caseId } = await releaseSmallDecision(world)
      const fact = { source: 'registry', externalId: 'R-7', at: eleven, why: 'Filed twice.' }
      await (await upstream.host()).tell('retracted', fact, { id: 'R-7' })
      type Fact = { id: string; status: string }
      const waiting = await until(async () => {
        const { facts } = (await world.admin('GET', '/inbox')).json as { facts: Fact[] }
        return facts.find(({ status }) => status === 'unmatched')
      })
      const matched = await world.admin('POST', `/inbox/${waiting.id}/match`, { body: { caseId } })
      assert.equal((matched.json as { fact: Fact }).fact.status, 'applied', matched.text)
      const { tasks } = (await world.admin('GET', `/cases/${caseId}/tasks?open=true`)).json as TaskList
      const review = tasks.find(({ type }) => type === 'caseReview')
      assert.match(
        review?.instructions?.map(({ text }) => text).join(' ') ?? '',
        /should be closed \(retracted\), but could not be\. The decision has not been delivered to/,
      )
      const { json } = await world.admin('GET', `/cases/${caseId}/events?types=case.retracted,case.closed`)
      assert.deepEqual(
        (json as { events: Event[] }).events.map(({ type }) => type),
        ['case.retracted'],
      )
    } finally {
      await world.close()
    }
  })
})

describe('a binding of case & status', () => {
  it('announces what a bulk load brings only if it is told to', () => {
    assert.deepEqual(caseStatusPort.hearsBrought({}), [])
    assert.deepEqual(caseStatusPort.hearsBrought({ announcesImported: true }), Object.keys(caseStatus.hears))
  })

  const start = (settings: object) =>
    startWorld({}, { ports: { 'case-status': { adapter: registry().adapter, ...settings } } })

  it('does not start with a status that the profile does not have', async () => {
    await assert.rejects(
      start({ statuses: { draftng: 'IN PROGRESS' } }),
      /portico\.config\.ts, ports\.case-status\.statuses: There is no status draftng: .* Did you mean drafting\?/,
    )
    await assert.rejects(
      start({ caseTypes: { ORIG: 'apeal' } }),
      /ports\.case-status\.caseTypes: There is no case type apeal/,
    )
  })
})
