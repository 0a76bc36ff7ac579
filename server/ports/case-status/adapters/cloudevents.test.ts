import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caseStatusLaws } from '@portico/contract/conformance/case-status'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { PortError } from '@portico/contract/ports/kit'
import { startRegistry } from '../../../test/cloudevents-registry.ts'
import cloudevents from './cloudevents.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('the CloudEvents adapter of case & status', () => {
  it('keeps the laws of the port', async () => {
    const registry = await startRegistry(secret)
    const options = { url: registry.url, secret, source: '/portico', typePrefix: 'org.portico.case' }
    const { effects, mood } = registry
    const results = await keepsTheLaws(caseStatusLaws, subjectOf(cloudevents, options, { effects, mood }))
    await registry.close()
    const skipped = results.filter(({ result }) => result === 'skipped').map(({ law }) => law)
    assert.deepEqual(skipped, ['facts', 'factsOnce', 'wire'])
  })

  it('does not open with a secret that is none', () => {
    const options = { url: 'http://127.0.0.1:1', secret: 'hush', source: '/portico', typePrefix: 'a' }
    assert.throws(() => cloudevents.open(options, {} as never), PortError)
  })
})
