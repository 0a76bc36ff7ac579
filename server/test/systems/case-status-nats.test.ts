import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { headers } from '@nats-io/transport-node'
import type { CaseState } from '@portico/contract/cases'
import { caseStatusLaws } from '@portico/contract/conformance/case-status'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import nats from '../../ports/case-status/adapters/nats.ts'
import { type NatsServer, startNats } from '../nats-server.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

export const debianPackages = ['nats-server']

const [announced, reports] = ['CASES', 'REPORTS']

describe('the NATS adapter of case & status, against nats-server', { timeout: 300_000 }, () => {
  let server: NatsServer
  before(async () => {
    server = await startNats()
    await server.withConnection(async ({ jsm }) => {
      await jsm.streams.add({ name: announced, subjects: ['cases.status.>'] })
      await jsm.streams.add({ name: reports, subjects: ['cases.reports'], duplicate_window: 100_000_000 })
    })
  })
  after(() => server?.close())

  const options = () => ({
    servers: [server.url],
    stream: announced,
    subject: 'cases.status',
    inboundStream: reports,
    consumer: 'portico',
  })
  type Kept = { subject: string; call: string; sequence: number; data: { status: string } }
  const kept = () =>
    server.withConnection(async ({ jsm }) => {
      const { state } = await jsm.streams.info(announced)
      const all: Kept[] = []
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        const message = await jsm.streams.getMessage(announced, { seq })
        if (!message) continue
        const told = (name: string) => message.header.get(name)
        all.push({
          subject: message.subject,
          call: told('Portico-Call'),
          sequence: Number(told('Portico-Sequence')),
          data: message.json(),
        })
      }
      return all
    })
  /** Published anew, whether or not the server has seen the same a moment ago. */
  const report = (name: string, fact: object, msgID: string) =>
    server.withConnection(({ js }) =>
      until(async () => {
        const told = headers()
        told.set('Portico-Fact', name)
        const body = JSON.stringify(fact)
        return !(await js.publish('cases.reports', body, { msgID, headers: told })).duplicate
      }),
    )

  it('keeps the laws of the port', async () => {
    const limit = (max_msg_size: number) =>
      server.withConnection(async ({ jsm }) => {
        const { config } = await jsm.streams.info(announced)
        await jsm.streams.update(announced, { ...config, max_msg_size })
      })
    const mood = async (mood: Mood) => {
      server.resume()
      if (mood === 'refusing') await limit(10)
      if (mood === 'hanging') server.pause()
      if (mood === 'down') await server.kill()
      if (mood !== 'well') return
      await server.start()
      await limit(-1)
    }
    const effects = async () =>
      (await kept()).map(({ subject, call, sequence }) => `${subject} ${call} ${sequence}`)
    const facts = Object.entries(caseStatusLaws.facts as Record<string, object>)
    const provoke = Object.fromEntries(
      facts.map(([name, fact]) => [name, () => report(name, fact, `law-${name}`).then(() => {})]),
    )
    const subject = subjectOf(nats, options(), { effects, mood, provoke })
    const results = await keepsTheLaws(caseStatusLaws, subject, { patienceMs: 60_000 })
    const skipped = results.filter(({ result }) => result === 'skipped').map(({ law }) => law)
    assert.deepEqual(skipped, ['wire'])
  })

  describe('bound to a service', () => {
    let world: World
    before(async () => {
      await server.withConnection(async ({ jsm }) => {
        await jsm.streams.purge(announced)
        await jsm.streams.purge(reports)
      })
      const binding = {
        adapter: 'nats',
        ...options(),
        sources: ['registry'],
        statuses: { preDocketed: 'RECEIVED' },
      }
      world = await startWorld({}, { ports: { 'case-status': binding } })
    })
    after(() => world?.close())

    const of = (externalId: string) => ({ source: 'registry', externalId, at: '2026-11-02T09:00:00.000Z' })
    const submission = {
      caseType: 'appeal',
      veteran: { firstName: 'Maria', lastName: 'Lindqvist' },
      receiptDate: '2026-10-30',
    }
    const caseOf = (externalId: string) =>
      until(async () => {
        const { json } = await world.admin('GET', `/cases?source=registry&externalId=${externalId}`)
        const { cases } = json as { cases: { id: string }[] }
        assert.ok(cases.length <= 1)
        return cases[0]?.id
      })

    it('dockets a case that is reported, and announces it there', async () => {
      await report('caseSubmitted', { ...of('R-1'), ...submission }, 'r-1')
      await report('caseSubmitted', { ...of('R-1'), ...submission }, 'r-1-again')
      const caseId = await caseOf('R-1')
      const [created] = await until(async () => {
        const all = (await kept()).filter(({ subject }) => subject === `cases.status.${caseId}`)
        return all.length > 0 && all
      })
      assert.equal(created?.call, 'announceCreated')
      assert.equal(created?.data.status, 'RECEIVED')
    })

    it('loses nothing and repeats nothing while the server is killed and started again', async () => {
      await server.kill()
      const { veteran, receiptDate } = submission
      const opened = await world.admin('POST', '/cases', { body: { veteran, receiptDate } })
      assert.equal(opened.status, 201, opened.text)
      const { id } = (opened.json as { case: { id: string } }).case
      const docketed = await world.admin('POST', `/cases/${id}/docket`, { body: { docket: 'directReview' } })
      assert.ok(docketed.status < 300, docketed.text)
      await server.start()
      await report('caseSubmitted', { ...of('R-2'), ...submission }, 'r-2')
      await report('retracted', { ...of('R-2'), why: 'Filed twice.' }, 'r-2-retracted')
      const caseId = await caseOf('R-2')
      await until(async () => {
        const { json } = await world.admin('GET', `/cases/${caseId}/state`)
        return (json as CaseState).status === 'onHold'
      })
      const all = await until(async () => {
        const own = (await kept()).filter(({ subject }) => subject === `cases.status.${id}`)
        return own.some(({ data }) => data.status === 'onDocket') && own
      })
      const sequences = all.map(({ sequence }) => sequence)
      assert.deepEqual(
        sequences,
        [...new Set(sequences)].toSorted((one, other) => one - other),
      )
      assert.equal(all[0]?.call, 'announceCreated')
    })

    it('sets aside what is no report, and goes on', async () => {
      await report('caseSubmitted', { nonsense: true }, 'bad')
      await report('moonRose', {}, 'unknown')
      await report('caseSubmitted', { ...of('R-3'), ...submission }, 'r-3')
      await caseOf('R-3')
    })
  })
})
