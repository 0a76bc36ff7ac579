import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ports } from '../ports/all.ts'
import { conformanceOf } from './all.ts'
import { httpSubject } from './http-subject.ts'
import { checkLaws } from './kit.ts'
import { behaviours } from './test/behaviours.ts'
import { memorySubject } from './test/memory.ts'
import { serveAdapter } from './test/serve-adapter.ts'

const secret = `whsec_${Buffer.from('only for the tests, thirty-two b').toString('base64')}`

async function resultsOf(
  port: (typeof ports)[number]['name'],
  { law, broken }: { law?: string; broken?: Parameters<typeof serveAdapter>[3] } = {},
) {
  const conformance = conformanceOf(port)
  const facts = conformance.facts as Record<string, unknown>
  const memory = memorySubject(conformance.port, behaviours[port], facts, law)
  const served = await serveAdapter(conformance.port, memory, secret, broken)
  const subject = await httpSubject(conformance.port, { url: served.url, secret })
  try {
    const samples = memory.samples ? { samples: memory.samples } : {}
    return await checkLaws(conformance, { ...subject, ...samples })
  } finally {
    await subject.close()
    await served.close()
  }
}

describe('over HTTP', () => {
  const neverOverHttp = ['health', 'cancellation', 'facts', 'factsOnce']

  for (const { name } of ports) {
    it(`an adapter of ${name} that is written for the wire keeps its laws`, async () => {
      const results = await resultsOf(name)
      assert.deepEqual(
        results.filter(({ result }) => result !== 'kept').map(({ law, result }) => `${law} ${result}`),
        neverOverHttp.map((law) => `${law} skipped`),
      )
    })
  }

  const brokenOf = (results: Awaited<ReturnType<typeof resultsOf>>) =>
    results.filter(({ result }) => result === 'broken').map(({ law, why }) => `${law}: ${why}`)

  it('one that does not verify signatures is broken', async () => {
    const [fault, ...others] = brokenOf(await resultsOf('output', { broken: 'checksNothing' }))
    assert.match(fault ?? '', /^wire: A call that is not signed gets (?!401)/)
    assert.deepEqual(others, [])
  })

  it('one that accepts old messages is broken', async () => {
    const [fault] = brokenOf(await resultsOf('output', { broken: 'checksNoTime' }))
    assert.match(fault ?? '', /^wire: A call that is signed ten minutes ago gets/)
  })

  it('one that repeats itself is broken', async () => {
    const broken = brokenOf(await resultsOf('case-status', { law: 'repeat' }))
    // The kit crashes its own side of the wire alone: for the adapter that is one more repetition.
    assert.deepEqual(
      broken.map((fault) => fault.split(',')[0]),
      ['repeat: announceCreated', 'crash: announceCreated'],
    )
  })

  it('one that takes a refusal for an outage is broken', async () => {
    const broken = brokenOf(await resultsOf('notifications', { law: 'refusal' }))
    assert.deepEqual(broken, ['refusal: notify was refused, and says unavailable, which would be retried.'])
  })

  it('nothing there, or another port there, is said in one sentence', async () => {
    const port = conformanceOf('output').port
    const other = conformanceOf('notifications')
    const memory = memorySubject(other.port, behaviours.notifications, {})
    const served = await serveAdapter(other.port, memory, secret)
    await assert.rejects(httpSubject(port, { url: served.url, secret }), {
      message: 'capabilities must say {"port":"output","spec":1,"supports":[…]}.',
    })
    await served.close()
    await assert.rejects(httpSubject(port, { url: served.url, secret }), {
      message: /^The adapter cannot be reached: /,
    })
  })
})
