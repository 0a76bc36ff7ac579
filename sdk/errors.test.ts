import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorMeanings } from '@portico/contract/route'
import { errorOf, PorticoError } from './errors.ts'
import { failure } from './test/scripted-fetch.ts'

describe('errors', () => {
  it('carry the sentence of the service and the name of the request', async () => {
    const error = await errorOf(failure(404, { 'x-request-id': 'req_7' }))
    assert.ok(error instanceof PorticoError && error instanceof Error)
    assert.deepEqual(
      { code: error.code, status: error.status, message: error.message, requestId: error.requestId },
      { code: 'notFound', status: 404, message: 'This is 404.', requestId: 'req_7' },
    )
  })

  it('have a code of their own for each status of the contract', async () => {
    const statuses = Object.keys(errorMeanings).map(Number)
    const errors = await Promise.all(statuses.map((status) => errorOf(failure(status))))
    assert.equal(new Set(errors.map(({ code }) => code)).size, statuses.length)
  })

  it('understand Retry-After as seconds and as a date', async () => {
    assert.equal((await errorOf(failure(429, { 'retry-after': '17' }))).retryAfterSeconds, 17)
    assert.equal(
      (await errorOf(failure(503, { 'retry-after': 'Fri, 01 Jan 2021 00:00:00 GMT' }))).retryAfterSeconds,
      0,
    )
    const later = new Date(Date.now() + 3_600_000).toUTCString()
    const seconds = (await errorOf(failure(503, { 'retry-after': later }))).retryAfterSeconds ?? 0
    assert.ok(seconds > 3000 && seconds <= 3600)
    assert.equal((await errorOf(failure(503, { 'retry-after': 'soon' }))).retryAfterSeconds, undefined)
  })

  it('say the status where a proxy answered with a page of its own', async () => {
    const page = new Response('<h1>Bad gateway</h1>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    })
    const error = await errorOf(page)
    assert.equal(error.code, 'unavailable')
    assert.equal(error.message, 'The service answered with status 502.')
  })
})
