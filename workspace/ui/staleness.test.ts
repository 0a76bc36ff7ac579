import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoError } from '@portico/sdk'
import { isWithdrawn, staleness } from './staleness.ts'

const fault = (code: ConstructorParameters<typeof PorticoError>[0]['code']) =>
  new PorticoError({ code, message: 'No.' })

describe('why a screen is not up to date', () => {
  it('is the connection only if the service cannot be reached', () => {
    assert.equal(staleness(fault('network')), 'away')
    assert.equal(staleness(fault('internal')), 'other')
    assert.equal(staleness(new TypeError('x')), 'other')
  })

  it('is not said of an ended sign-in, which has a dialog of its own', () => {
    assert.equal(staleness(fault('unauthenticated')), undefined)
  })

  it('does not matter once it is gone, or no longer theirs to see', () => {
    assert.deepEqual(
      (['notFound', 'forbidden', 'network', 'internal'] as const).map((code) => isWithdrawn(fault(code))),
      [true, true, false, false],
    )
  })
})
