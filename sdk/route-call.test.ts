import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callOf } from './route-call.ts'

const remove = (text: string) => callOf('removeTag', { appealId: 'a', documentId: 'd', text }).path

describe('the call of a route', () => {
  it('keeps a value within its segment', () => {
    assert.equal(
      remove('50/50 #1? 100% ü'),
      '/appeals/a/documents/d/tags/50%2F50%20%231%3F%20100%25%20%C3%BC',
    )
  })

  it('refuses a value that would climb out of its place', () => {
    for (const value of ['.', '..']) assert.throws(() => remove(value), { code: 'badRequest' })
    assert.equal(remove('...'), '/appeals/a/documents/d/tags/...')
  })

  it('refuses a value that would vanish, and names its argument', () => {
    for (const value of ['', undefined, null, {}] as string[]) {
      assert.throws(() => remove(value), {
        name: 'TypeError',
        message: /^text must be a non-empty string/,
      })
    }
  })

  it('refuses text that is not well-formed', () => {
    assert.throws(() => remove('\ud800'), { code: 'badRequest', message: 'text is not well-formed Unicode.' })
  })

  it('takes its query from the options, and leaves the rest to the call', () => {
    const { query, options, pattern } = callOf('listCases', {}, { status: 'onDocket', limit: 5, retries: 0 })
    assert.deepEqual({ status: 'onDocket', limit: 5 }, JSON.parse(JSON.stringify(query)))
    assert.equal(options?.retries, 0)
    assert.equal(pattern, '/cases')
  })
})
