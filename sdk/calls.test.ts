import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoClient } from './client.ts'
import { failure, json, scriptedFetch } from './test/scripted-fetch.ts'

const baseUrl = 'http://portico.test'

describe('a list that comes in pages', () => {
  const pages = () =>
    scriptedFetch(
      json({ cases: [{ id: 'a' }, { id: 'b' }], next: 'n1' }),
      json({ cases: [], next: 'n2' }),
      json({ cases: [{ id: 'c' }] }),
    )

  it('is read to its end by a loop, page after page', async () => {
    const { fetch, sent } = pages()
    const found: string[] = []
    const client = new PorticoClient({ baseUrl, token: 't', fetch })
    for await (const { id } of client.cases.list({ status: 'onDocket', limit: 2 })) found.push(id)
    assert.deepEqual(found, ['a', 'b', 'c'])
    assert.deepEqual(
      sent.map(({ url }) => url.search),
      ['?status=onDocket&limit=2', '?status=onDocket&after=n1&limit=2', '?status=onDocket&after=n2&limit=2'],
    )
  })

  it('asks for no page behind the one where the loop is left', async () => {
    const { fetch, sent } = pages()
    for await (const _ of new PorticoClient({ baseUrl, token: 't', fetch }).cases.list()) break
    assert.equal(sent.length, 1)
  })

  it('gives one page with its next, and begins behind after', async () => {
    const { fetch, sent } = pages()
    const list = new PorticoClient({ baseUrl, token: 't', fetch }).cases.list({ after: 'n0' })
    assert.deepEqual(await list.page(), { cases: [{ id: 'a' }, { id: 'b' }], next: 'n1' })
    assert.equal(sent[0]?.url.search, '?after=n0')
  })

  it('fails in the loop where a page fails', async () => {
    const { fetch } = scriptedFetch(json({ cases: [{ id: 'a' }], next: 'n1' }), failure(403))
    const client = new PorticoClient({ baseUrl, token: 't', fetch })
    const found: string[] = []
    await assert.rejects(
      async () => {
        for await (const { id } of client.cases.list()) found.push(id)
      },
      { code: 'forbidden' },
    )
    assert.deepEqual(found, ['a'])
  })
})

it('what the specification gives as an array is one', async () => {
  const { fetch } = scriptedFetch(({ url }) =>
    url.pathname.endsWith('/search')
      ? json({ query: 'x', hits: [] })
      : json(url.pathname === '/appeals' ? { appeals: [{ id: 'a' }] } : { documents: [{ id: 'd' }] }),
  )
  const client = new PorticoClient({ baseUrl, token: 't', fetch })
  assert.deepEqual(await client.appeals.list(), [{ id: 'a' }])
  assert.deepEqual(await client.documents.list('a'), [{ id: 'd' }])
  assert.deepEqual((await client.search('a', 'x')).hits, [])
})
