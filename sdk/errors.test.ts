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
    const statuses = [...new Set([...Object.keys(errorMeanings).map(Number), 408, 507])]
    const errors = await Promise.all(statuses.map((status) => errorOf(failure(status))))
    assert.equal(new Set(errors.map(({ code }) => code)).size, statuses.length)
  })

  it('name the field that a sentence about a malformed request is about', async () => {
    const fields = {
      'page must be an integer.': 'page',
      'veteran.lastName must have at least 1 character. receiptDate must be a string.': 'veteran.lastName',
      'The body must have text.': 'text',
      'The query q must not be blank.': 'q',
      'The body has an unknown field: txt. Did you mean text?': 'txt',
      'parts.0 has an unknown field: pages.': 'parts.0.pages',
      'The body is not valid JSON.': undefined,
      'A tag needs a text.': undefined,
    }
    for (const [error, field] of Object.entries(fields)) {
      assert.equal((await errorOf(Response.json({ error }, { status: 400 }))).field, field, error)
    }
    const refused = await errorOf(Response.json({ error: 'outcome must say how.' }, { status: 422 }))
    assert.equal(refused.field, undefined)
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
