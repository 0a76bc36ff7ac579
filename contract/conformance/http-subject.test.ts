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
  {
    law,
    broken,
    patienceMs = 10_000,
  }: { law?: string; broken?: Parameters<typeof serveAdapter>[3]; patienceMs?: number } = {},
) {
  const conformance = conformanceOf(port)
  const facts = conformance.facts as Record<string, unknown>
  const memory = memorySubject(conformance.port, behaviours[port], facts, law)
  const served = await serveAdapter(conformance.port, memory, secret, broken, conformance.samples)
  const subject = await httpSubject(conformance.port, { url: served.url, secret })
  try {
    const samples = memory.samples ? { samples: memory.samples } : {}
    return await checkLaws(conformance, { ...subject, ...samples }, { patienceMs })
  } finally {
    await subject.close()
    await served.close()
  }
}

describe('over HTTP', () => {
  for (const { name } of ports) {
    it(`an adapter of ${name} that is written for the wire keeps its laws`, async () => {
      const results = await resultsOf(name)
      assert.deepEqual(
        results.filter(({ result }) => result !== 'kept').map(({ law, result }) => `${law} ${result}`),
        [],
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
    assert.match(broken[0] ?? '', /^repeat: announceCreated, repeated, changed what the other side shows/)
    // Over the wire, another process of ours and a late second attempt are more repetitions.
    for (const fault of broken) assert.match(fault, /^(repeat|crash|overlap): /)
  })

  it('one that tells facts of the wrong shape, or under a new id each time, is broken', async () => {
    for (const law of ['facts', 'factsOnce']) {
      const [fault, ...others] = brokenOf(await resultsOf('output', { law }))
      assert.ok(fault?.startsWith(`${law}: `), fault)
      assert.deepEqual(others, [])
    }
  })

  it('one that does not sign its facts is broken', async () => {
    // What is not signed is never told: any patience is enough to see that nothing comes.
    const broken = brokenOf(await resultsOf('notifications', { broken: 'signsNothing', patienceMs: 3000 }))
    assert.deepEqual(
      broken.map((fault) => fault.split(' within')[0]),
      ['facts: receipt was not told', 'factsOnce: receipt was not told'],
    )
  })

  it('one that takes a refusal for an outage is broken', async () => {
    const broken = brokenOf(await resultsOf('notifications', { law: 'refusal' }))
    assert.deepEqual(broken, ['refusal: notify was refused, and says unavailable, which would be retried.'])
  })

  it('one that acts before a call is all there is broken', async () => {
    const broken = brokenOf(await resultsOf('case-status', { broken: 'actsEarly' }))
    assert.ok(
      broken.some((fault) => /^cancellation: \w+, cut off, changed/.test(fault)),
      broken.join(' '),
    )
  })

  it('one that says it is well while what it serves is down is broken', async () => {
    const broken = brokenOf(await resultsOf('output', { broken: 'alwaysWell' }))
    assert.deepEqual(broken, ['health: Its check passes while the other side is down.'])
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
