import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ports } from '../ports/all.ts'
import type { Adapter, PortDeclaration } from '../ports/kit.ts'
import { conformanceOf } from './all.ts'
import { certificateOf, checkLaws, keepsTheLaws, kitVersion } from './kit.ts'
import { behaviours } from './test/behaviours.ts'
import { memorySubject } from './test/memory.ts'
import { faultOf } from './trial.ts'

/** The eight that every port has, whatever else. */
const promised = [
  'answers',
  'repeat',
  'crash',
  'disorder',
  'timeout',
  'refusal',
  'capability',
  'cancellation',
]

for (const { name: port } of ports) {
  const conformance = conformanceOf(port)
  const declaration = conformance.port
  const facts = conformance.facts as Record<string, unknown>
  const subject = (breaks?: string) => memorySubject(declaration, behaviours[port], facts, breaks)
  const names = conformance.laws.map(({ name }) => name)

  describe(`the laws of ${port}`, () => {
    it('are the promised eight and more, each with a name of its own', () => {
      assert.deepEqual(
        promised.filter((name) => !names.includes(name)),
        [],
      )
      assert.equal(new Set(names).size, names.length)
      for (const { says } of conformance.laws) assert.match(says, /^[A-Z].*\.$/)
    })

    it('have samples that fit the declaration', () => {
      const text = JSON.stringify(conformance.samples).replaceAll('{id}', 'a1')
      const samples = JSON.parse(text) as Record<string, unknown>
      for (const [call, { input }] of Object.entries(declaration.calls))
        if (samples[call]) assert.equal(faultOf(input, samples[call], call), undefined)
      for (const [fact, { fact: schema }] of Object.entries(declaration.tells))
        assert.equal(faultOf(schema, facts[fact], fact), undefined)
    })

    it('are kept by an adapter to a system in memory, and only the wire is skipped', async () => {
      await keepsTheLaws(conformance, subject())
      const results = await checkLaws(conformance, subject())
      assert.deepEqual(
        results.filter(({ result }) => result !== 'kept').map(({ law, result }) => `${law} ${result}`),
        ['wire skipped'],
      )
    })

    for (const law of names.filter((name) => name !== 'wire')) {
      it(`${law} is broken, and no other, by an adapter that breaks it`, async () => {
        // Nothing in memory waits for anything but a hang that never ends.
        const patienceMs = law === 'timeout' ? 20 : 10_000
        const results = await checkLaws(conformance, subject(law), { patienceMs })
        const expected = names.map((name) => [name, { wire: 'skipped', [law]: 'broken' }[name] ?? 'kept'])
        assert.deepEqual(
          results.map(({ law: name, result }) => [name, result]),
          expected,
          JSON.stringify(
            results.filter(({ result }) => result !== 'kept'),
            null,
            1,
          ),
        )
        const { why } = results.find((one) => one.law === law) ?? {}
        assert.ok(why)
      })
    }
  })
}

describe('the kit', () => {
  const conformance = conformanceOf('output')
  const whole = memorySubject(
    conformance.port,
    behaviours.output,
    conformance.facts as Record<string, unknown>,
  )

  it('skips what the subject does not give, and says why', async () => {
    const results = await checkLaws(conformance, { open: whole.open })
    const skipped = Object.fromEntries(
      results.flatMap(({ law, result, why }) => (result === 'skipped' ? [[law, why]] : [])),
    )
    assert.equal(skipped.repeat, 'The subject does not say what the other side has seen.')
    assert.equal(
      skipped.refusal,
      'The subject has no input that the other side refuses, and cannot make it refuse.',
    )
    assert.equal(skipped.facts, 'The subject cannot make the other side report anything.')
    const kept = results.filter(({ result }) => result === 'kept').map(({ law }) => law)
    assert.deepEqual(kept, ['answers', 'capability'])
  })

  it('does not ask for what an adapter leaves out, and notices what it has and does not declare', async () => {
    const { provoke: _, ...quiet } = whole
    const opened = async (change: (adapter: Adapter) => Partial<Adapter>) => {
      const one = await whole.open()
      return { ...one, adapter: { ...one.adapter, supports: [], ...change(one.adapter) } }
    }
    const least = ({ calls: { deliver } }: Adapter) => ({ calls: { deliver } }) as Partial<Adapter>
    const small = await checkLaws(conformance, { ...quiet, open: () => opened(least) })
    assert.equal(small.find(({ law }) => law === 'recalled')?.why, 'It does not declare recall.')
    assert.deepEqual(
      small.filter(({ result }) => result === 'broken'),
      [],
    )
    const silent = await checkLaws(conformance, { ...quiet, open: () => opened(() => ({})) })
    assert.deepEqual(
      silent.filter(({ result }) => result === 'broken').map(({ law, why }) => `${law}: ${why}`),
      ['capability: It answered to prepare, though it does not declare preparation.'],
    )
  })

  it('takes inputs that the other side refuses', async () => {
    const deliver = (conformance.samples as Record<string, { recipient: object }>).deliver
    const refused = { deliver: { ...deliver, recipient: { ...deliver?.recipient, name: 'nobody' } } }
    const { mood: _, ...calm } = whole
    const results = await checkLaws(conformance, { ...calm, refused: refused as never })
    const refusal = results.find(({ law }) => law === 'refusal')
    assert.equal(refusal?.result, 'broken')
    assert.equal(refusal?.why, 'It answered where deliver is refused.')
  })

  it('makes a test fail by a sentence for each broken law', async () => {
    const facts = conformance.facts as Record<string, unknown>
    const broken = memorySubject(conformance.port, behaviours.output, facts, 'recalled')
    await assert.rejects(keepsTheLaws(conformance, broken), {
      message:
        /^recalled is broken\. A delivery that was recalled is not sent afterwards\. A late deliver changed/,
    })
  })

  it('certifies what it found, and of which adapter', () => {
    const port: PortDeclaration = conformance.port
    const at = new Date('2026-11-15T12:00:00Z')
    const law = { law: 'repeat', says: 'Once.', result: 'kept' as const }
    const base = { adapter: 'folder', supports: ['recall'], at }
    assert.deepEqual(certificateOf(port, { ...base, laws: [law] }), {
      kit: kitVersion,
      port: 'output',
      spec: 1,
      adapter: 'folder',
      supports: ['recall'],
      at: '2026-11-15T12:00:00.000Z',
      isKept: true,
      laws: [law],
    })
    assert.equal(certificateOf(port, { ...base, laws: [{ ...law, result: 'broken' }] }).isKept, false)
  })
})
