import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { PortStatus } from '@portico/contract/boundary'
import { defineAdapter } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import { signedHeaders } from '@portico/contract/ports/signature'
import Type from '@portico/contract/type'
import { createExecute } from '../../../app/engine/execute.ts'
import { document } from '../../../core/file/document.ts'
import { reaction } from '../../../core/kernel/decider.ts'
import { allProjections } from '../../../projections/all.ts'
import { noReactions, noWork, openDesk } from '../../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { alice } from '../../../test/given.ts'
import { startWorld, type World } from '../../../test/world.ts'
import type { Binding } from '../bindings/binding.ts'
import { type AllParts, type ServedPort, servePort, unmatched } from '../bindings/serve-port.ts'
import { openPortsDesk } from './desk.ts'
import { type Inbox, openInbox } from './inbox.ts'

type PortDetail = { port: PortStatus }

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const now = new Date('2026-11-15T12:00:00.000Z')

let isThere = true
const quiet = defineAdapter({
  port: output,
  name: 'quiet',
  does: 'Nothing.',
  options: Type.Object({}),
  open: () => ({
    supports: [],
    calls: { deliver: async () => ({}) },
    async check() {
      if (!isThere) throw new Error('Nobody is there.')
    },
  }),
})

describe('what another system reports', () => {
  const secret = newSecret()
  let db: TestDatabase
  let inbox: Inbox
  let binding: Binding
  let caseId: string
  let documentId: string
  let other: { caseId: string; documentId: string }
  let receive: (message: {
    id?: string
    fact?: object
    bytes?: Buffer
    at?: Date
    secret?: string
    name?: string
    binding?: string
  }) => Promise<void>
  let isKnown = true
  let isOvertaken = false
  /** While a fact is looked at by itself. */
  let meanwhile: (() => Promise<unknown>) | undefined

  before(async () => {
    db = await freshDatabase()
    const execute = createExecute({
      db,
      projections: allProjections,
      reactions: noReactions,
      workFor: noWork,
    })
    const open = async () => {
      const { caseId, documentIds } = await openDesk(db, execute).open()
      return { caseId, documentId: documentIds[0] as string }
    }
    ;({ caseId, documentId } = await open())
    other = await open()
    // Stands for what a port does: the receipt tags a document.
    const served = servePort(output, {
      owes: { 'delivery.owed': () => [] },
      input: {} as never,
      heard: {
        receipt: async ({ tracking = '' }, { caseId: chosen }) => {
          if (isOvertaken) {
            isOvertaken = false
            throw Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'aliases_pkey' })
          }
          if (!chosen) {
            const work = meanwhile
            meanwhile = undefined
            await work?.()
          }
          if (!isKnown && !chosen) return unmatched('Nothing is known of this delivery.')
          const tag = {
            ...{ type: 'tag' as const, caseId: chosen ?? caseId, text: tracking },
            documentId: chosen === other.caseId ? other.documentId : documentId,
          }
          return { caseId: chosen ?? caseId, commands: [reaction(document, tag)] }
        },
        bounce: async () => ({
          caseId: 'case_of_nobody',
          commands: [
            reaction(document, { type: 'tag', caseId: 'case_of_nobody', documentId, text: 'never' }),
          ],
        }),
        effectuated: async () => unmatched('No.'),
        effectuationFailed: async () => unmatched('No.'),
      },
    })
    binding = bindingOf(served, secret)
    const bindings = {
      all: [binding],
      ports: [served],
      find: (port: string, name: string) => (port === 'output' && name === 'main' ? binding : undefined),
    }
    const clock = () => now
    inbox = openInbox({ db, bindings, execute, parts: {} as AllParts, clock })
    const around = {
      capabilities: {} as never,
      ledger: {} as never,
      fileLinks: {} as never,
      look: async () => {},
      wake: () => {},
    }
    const desk = openPortsDesk({ db, bindings, inbox, clock, ...around })
    receive = ({ id = 'msg_1', fact = receipt, at = now, ...given }) => {
      const body = given.bytes ?? Buffer.from(JSON.stringify(fact))
      return desk.receive({
        port: 'output',
        binding: given.binding ?? 'main',
        name: given.name ?? 'receipt',
        headers: signedHeaders(id, at, body, given.secret ?? secret),
        body,
      })
    }
  })
  after(() => db.close())

  const receipt = { deliveryId: 'd', channel: 'mail', sentAt: now.toISOString(), tracking: 'T 1' }
  const kept = () =>
    db.rows<{ id: string; status: string; reason: string | null; fact: unknown }>(
      `select id, status, reason, fact from inbound_facts order by number`,
    )
  const tagged = async () =>
    (
      await db.rows<{ text: string }>(
        `select data->>'text' as text from events where type = 'document.tagged' order by sequence`,
      )
    ).map(({ text }) => text)
  const refusedAs = (code: string) => (error: { code: string }) => error.code === code

  it('is one event, however often and in whatever company it is sent', async () => {
    const sends = Array.from({ length: 100 }, (_, index) => {
      if (index % 10 === 3) return receive({ secret: newSecret() })
      if (index % 10 === 7) return receive({ at: new Date(now.getTime() - 301_000) })
      return receive({})
    })
    const settled = await Promise.allSettled(sends)
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 80)
    const all = await kept()
    assert.equal(all.length, 1)
    const jobs = await db.rows(`select from graphile_worker.jobs where task_identifier = 'applyFact'`)
    assert.equal(jobs.length, 1)
    await Promise.all(Array.from({ length: 5 }, () => inbox.apply(all[0]!.id)))
    await receive({})
    assert.deepEqual(await tagged(), ['T 1'])
    const [row] = await kept()
    assert.deepEqual([row?.status, row?.fact], ['applied', null], 'what it said is on the case')
  })

  it('is refused alike for an unknown binding, a bad signature and an old timestamp', async () => {
    const alike = [
      receive({ binding: 'other' }),
      receive({ secret: newSecret() }),
      receive({ at: new Date(now.getTime() - 301_000) }),
      receive({ at: new Date(now.getTime() + 301_000) }),
      receive({ binding: 'other', name: 'unheardOf' }),
    ]
    const said = await Promise.all(
      alike.map((one) => one.catch((error: Error & { code: string }) => `${error.code} ${error.message}`)),
    )
    assert.equal(new Set(said).size, 1)
    assert.match(String(said[0]), /^unauthenticated/)
    await assert.rejects(receive({ name: 'unheardOf' }), refusedAs('notFound'))
    await assert.rejects(receive({ fact: { deliveryId: 'd' } }), refusedAs('invalid'))
    await assert.rejects(receive({ fact: { ...receipt, more: 1 } }), refusedAs('invalid'))
    const deep = Buffer.from('['.repeat(200_000) + ']'.repeat(200_000))
    await assert.rejects(receive({ bytes: deep }), refusedAs('invalid'))
  })

  it('waits where it belongs to nothing yet, and is applied once it does', async () => {
    isKnown = false
    await receive({ id: 'early', fact: { ...receipt, tracking: 'T early' } })
    const early = (await kept()).at(-1)!
    await inbox.apply(early.id)
    assert.deepEqual(
      (await inbox.list({ limit: 10 })).map(({ status, reason }) => [status, reason]),
      [['unmatched', 'Nothing is known of this delivery.']],
    )
    isKnown = true
    await receive({ id: 'late', fact: { ...receipt, tracking: 'T late' } })
    await inbox.apply((await kept()).at(-1)!.id)
    assert.deepEqual((await tagged()).toSorted(), ['T 1', 'T early', 'T late'])
    assert.deepEqual(await inbox.list({ limit: 10 }), [])
  })

  it('waits with the reason where the case refuses it, and is matched or dropped by somebody', async () => {
    const bounce = { deliveryId: 'd', why: 'Unknown.', failedAt: now.toISOString() }
    await receive({ id: 'bounced', name: 'bounce', fact: bounce })
    await inbox.apply((await kept()).at(-1)!.id)
    const [refused] = await inbox.list({ limit: 10 })
    assert.deepEqual([refused?.status, refused?.reason], ['refused', 'There is no case with this id.'])
    await inbox.drop(refused!.id, 'Of another office.', alice)
    assert.deepEqual(await inbox.list({ limit: 10 }), [])
    await assert.rejects(inbox.drop(refused!.id, 'Again.', alice), refusedAs('notFound'))

    isKnown = false
    await receive({ id: 'matched', fact: { ...receipt, tracking: 'T matched' } })
    const waiting = (await kept()).at(-1)!
    await inbox.apply(waiting.id)
    assert.equal((await inbox.match(waiting.id, caseId, alice)).status, 'applied')
    assert.ok((await tagged()).includes('T matched'))
  })

  it('is refused to whoever matches it also while it is tried by itself, which finds nothing', async () => {
    isKnown = false
    await receive({ id: 'tried', fact: { ...receipt, tracking: ' ' } })
    const { id } = (await kept()).at(-1)!
    await inbox.apply(id)
    let told: { status: string; reason?: string } | undefined
    meanwhile = async () => {
      told = await inbox.match(id, caseId, alice)
    }
    await inbox.apply(id)
    assert.equal(told?.status, 'refused')
    const { status, reason } = (await inbox.list({ limit: 10 })).find((fact) => fact.id === id) ?? {}
    assert.deepEqual([status, reason], ['refused', told?.reason])
    await inbox.drop(id, 'It says nothing.', alice)
  })

  it('is dropped for one reason, whoever else drops it at the same moment', async () => {
    isKnown = false
    await receive({ id: 'unwanted' })
    const { id } = (await kept()).at(-1)!
    await inbox.apply(id)
    const reasons = ['Of another office.', 'A test.', 'Twice.']
    const dropped = await Promise.allSettled(reasons.map((reason) => inbox.drop(id, reason, alice)))
    const isDone = dropped.map(({ status }) => status === 'fulfilled')
    assert.equal(isDone.filter(Boolean).length, 1)
    assert.equal((await kept()).find((one) => one.id === id)?.reason, reasons[isDone.indexOf(true)])
  })

  it('is applied at the second try where another fact has made the same thing meanwhile', async () => {
    isKnown = true
    isOvertaken = true
    await receive({ id: 'overtaken', fact: { ...receipt, tracking: 'T overtaken' } })
    await inbox.apply((await kept()).at(-1)!.id)
    assert.ok((await tagged()).includes('T overtaken'))
  })

  it('is refused where it is dated ahead: it would outrank all that is told until then', async () => {
    const dated = (sentAt: string, id: string) => ({ id, fact: { ...receipt, sentAt, tracking: id } })
    const before = (await kept()).length
    for (const at of ['2026-11-15T12:05:01.000Z', '2026-11-15T13:00:00.000+00:30', '2999-01-01T00:00:00Z'])
      await assert.rejects(receive(dated(at, 'ahead')), {
        code: 'invalid',
        message: /^sentAt must not be in/,
      })
    await assert.rejects(receive(dated('2026-11-14T23:59:60Z', 'leap')), { message: /^sentAt is no time/ })
    assert.equal((await kept()).length, before)
    await receive(dated('2026-11-15T12:05:00.000Z', 'nearly'))
    // An adapter in this process has nobody to tell it to: it waits in the inbox, with the reason.
    await inbox.keep(binding, 'receipt', dated('2999-01-01T00:00:00Z', 'told').fact, 'told')
    const { id } = (await kept()).at(-1)!
    await inbox.apply(id)
    const told = (await inbox.list({ limit: 10 })).find((one) => one.id === id)
    assert.equal(told?.status, 'refused')
    assert.match(told?.reason ?? '', /^sentAt must not be in the future: it is 2999/)
    await assert.doesNotReject(inbox.match(id, caseId, alice))
    assert.ok(!(await tagged()).includes('told'), 'whoever matches it')
    await inbox.drop(id, 'A slip.', alice)
  })

  it('is matched to one case, whoever else matches it at the same moment', async () => {
    isKnown = false
    await receive({ id: 'wanted', fact: { ...receipt, tracking: 'T wanted' } })
    const waiting = (await kept()).at(-1)!
    await inbox.apply(waiting.id)
    await assert.rejects(inbox.match(waiting.id, 'case_of_nobody', alice), refusedAs('notFound'))
    assert.equal((await kept()).at(-1)?.status, 'unmatched', 'a slip changes nothing')
    const asked = [caseId, other.caseId, caseId, other.caseId]
    const settled = await Promise.allSettled(asked.map((one) => inbox.match(waiting.id, one, alice)))
    assert.equal((await tagged()).filter((text) => text === 'T wanted').length, 1)
    const matched = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.caseId] : []))
    assert.equal(new Set(matched).size, 1, 'nobody is told of another case')
  })
})

describe('the inbound endpoint', () => {
  const secret = newSecret()
  let world: World
  before(async () => {
    world = await startWorld(
      { OUTPUT_SECRET: secret },
      { ports: { output: { adapter: quiet, secret: { env: 'OUTPUT_SECRET' } } } },
    )
  })
  after(() => world.close())

  const send = (path: string, body: string, at = new Date(), by = secret) =>
    world.anonymous('POST', path, {
      body,
      headers: { 'content-type': 'application/json', ...signedHeaders('msg_http', at, body, by) },
    })
  const path = '/ports/output/main/inbound/receipt'
  const receipt = JSON.stringify({ deliveryId: 'd', channel: 'mail', sentAt: new Date().toISOString() })

  it('takes what is signed without a token, and says why it does not take the rest', async () => {
    const accepted = await send(path, receipt)
    assert.deepEqual([accepted.status, accepted.json], [202, { status: 'accepted' }])
    const other = newSecret()
    const unsigned = [
      await send('/ports/output/other/inbound/receipt', receipt),
      await send('/ports/unheard-of/main/inbound/receipt', receipt),
      await send(path, receipt, new Date(), other),
      await send(path, receipt, new Date(Date.now() - 310_000)),
      await world.anonymous('POST', path, { body: receipt, headers: { 'content-type': 'application/json' } }),
    ]
    assert.deepEqual(new Set(unsigned.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(unsigned[0]?.status, 401)
    assert.equal((await send('/ports/output/main/inbound/unheardOf', receipt)).status, 404)
    assert.equal((await send(path, '{"deliveryId":1}')).status, 400)
    assert.equal((await send(path, '{')).status, 400)
    assert.equal((await send(path, JSON.stringify({ why: 'x'.repeat(1024 ** 2) }))).status, 413)
  })

  it('shows in the ports, whose state everybody who operates may ask for', async () => {
    const { json } = await world.admin('GET', '/ports')
    const { ports } = json as { ports: { name: string; state: string; bindings: { adapter: string }[] }[] }
    assert.equal(ports.length, 10)
    const output = ports.find(({ name }) => name === 'output')
    assert.deepEqual([output?.state, output?.bindings[0]?.adapter], ['bound', 'quiet'])
    const drafter = await world.member('dora', ['drafter'])
    assert.equal((await drafter('GET', '/ports')).status, 403)
    assert.equal((await world.admin('GET', '/ports/unheard-of')).status, 404)
    // One port is looked at when it is asked for.
    for (const [there, health] of [
      [false, 'failing'],
      [true, 'healthy'],
    ] as const) {
      isThere = there
      const { json } = await world.admin('GET', '/ports/output')
      assert.equal((json as PortDetail).port.bindings[0]?.health, health)
    }
  })
})

function bindingOf(served: ServedPort, secret: string): Binding {
  return {
    served,
    name: 'main',
    where: 'ports.output',
    definition: quiet as never,
    isBaseline: false,
    options: {},
    settings: {},
    secrets: [secret],
    mayReachPrivate: false,
    timeoutMs: 1000,
    concurrency: 8,
  }
}
