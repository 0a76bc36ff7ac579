import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PageTextDetail } from '@portico/contract/cases'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import { conforms } from '../conforms.ts'
import { type Http, startWorld, type World } from '../world.ts'

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

type Call = [method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }]

describe('the HTTP contract', () => {
  let world: World
  let at: string
  before(async () => {
    // Every route is asked without a token, more than once a minute.
    world = await startWorld({ PORTICO_ANONYMOUS_LIMIT: '5000' })
    at = `/appeals/${world.caseId}/documents/${world.documentId}`
  })
  after(() => world.close())

  const refused = async (http: Http, status: number, sentence: RegExp, ...call: Call) => {
    const reply = await http(...call)
    assert.equal(reply.status, status, `${call[0]} ${call[1]}: ${reply.text.slice(0, 200)}`)
    assert.deepEqual(Object.keys(reply.json as object), ['error'])
    assert.match((reply.json as { error: string }).error, sentence)
    return reply
  }

  describe('appeals', () => {
    it('are listed whole, newest upload first', async () => {
      const { status, json } = await world.admin('GET', '/appeals')
      assert.equal(status, 200)
      conforms('listAppeals', { status: 200, json })
      const { appeals } = json as { appeals: { uploadedAt: string }[] }
      assert.equal(appeals.length, 2)
      const times = appeals.map(({ uploadedAt }) => uploadedAt)
      assert.deepEqual(times, times.toSorted().toReversed())
      assert.deepEqual(Object.keys(appeals[0]!), ['id', 'docketNumber', 'veteran', 'uploadedAt'])
    })
    it('have a detail with the count of documents beside it', async () => {
      const { json } = await world.admin('GET', `/appeals/${world.caseId}`)
      conforms('getAppeal', { status: 200, json })
      const { appeal, documentCount } = json as {
        appeal: { originalPdfBytes: number }
        documentCount: number
      }
      assert.ok(appeal.originalPdfBytes > 10_000 && documentCount > 1)
    })
    it('have a file in the formats that are named', async () => {
      const path = `/appeals/${world.caseId}/file?format=exe`
      await refused(world.admin, 400, /^format must be pdf or zip\.$/, 'GET', path)
    })
    it('that are unknown are not found', async () => {
      for (const path of ['', '/documents', '/documents/doc_x', '/search?q=a', '/file']) {
        await refused(world.admin, 404, /no case with this id/, 'GET', `/appeals/case_unknown${path}`)
      }
    })
  })

  describe('documents', () => {
    it('come as arranged, in one page space, with categories, tags and the caller’s read mark', async () => {
      const { json } = await world.admin('GET', `/appeals/${world.caseId}/documents`)
      conforms('listDocuments', { status: 200, json })
      const { documents } = json as { documents: { startPage: number; endPage: number; position: number }[] }
      assert.deepEqual(
        documents.map(({ position }) => position),
        documents.map((_, index) => index),
      )
      let page = 1
      for (const { startPage, endPage } of documents) {
        assert.equal(startPage, page)
        page = endPage + 1
      }
      assert.equal(page - 1, 20)
    })
    it('come alone under `document`, with annotations', async () => {
      const { json } = await world.admin('GET', at)
      conforms('getDocument', { status: 200, json })
    })
    it('of another appeal are not found', async () => {
      const { json } = await world.admin('GET', '/appeals')
      const other = (json as { appeals: { id: string }[] }).appeals.find(({ id }) => id !== world.caseId)!
      const path = `/appeals/${other.id}/documents/${world.documentId}`
      await refused(world.admin, 404, /no such document/, 'GET', path)
      await refused(world.admin, 404, /no such document/, 'GET', `${path}/content`)
      await refused(world.admin, 404, /no such document/, 'POST', `${path}/tags`, { body: { text: 'x' } })
      await refused(world.admin, 404, /no such document/, 'POST', `${path}/annotations`, {
        body: { page: 1 },
      })
      await refused(world.admin, 404, /no such document/, 'DELETE', `${path}/tags/x`)
      await refused(world.admin, 404, /no such document/, 'DELETE', `${path}/annotations/x`)
      await refused(world.admin, 404, /no such document/, 'PUT', `${path}/read-state`, {
        body: { read: true },
      })
    })
    it('can be rearranged, and their pages stay', async () => {
      const before = (await world.admin('GET', `/appeals/${world.caseId}/documents`)).json as {
        documents: { id: string; startPage: number }[]
      }
      const documentIds = before.documents.map(({ id }) => id).toReversed()
      const path = `/appeals/${world.caseId}/document-order`
      const { status, json } = await world.admin('PUT', path, { body: { documentIds } })
      assert.equal(status, 200)
      conforms('arrangeDocuments', { status: 200, json })
      const after = json as typeof before
      assert.deepEqual(
        after.documents.map(({ id }) => id),
        documentIds,
      )
      for (const { id, startPage } of before.documents) {
        assert.equal(after.documents.find((document) => document.id === id)?.startPage, startPage)
      }
      await refused(world.admin, 400, /missing/, 'PUT', path, { body: { documentIds: documentIds.slice(1) } })
      await refused(world.admin, 400, /the same document twice/, 'PUT', path, {
        body: { documentIds: [...documentIds, documentIds[0]] },
      })
      await refused(world.admin, 400, /no document doc_x in this case/, 'PUT', path, {
        body: { documentIds: ['doc_x'] },
      })
      await world.admin('PUT', path, { body: { documentIds: documentIds.toReversed() } })
    })
  })

  describe('search', () => {
    const path = (query: string) => `/appeals/${world.caseId}/search?${new URLSearchParams({ q: query })}`
    it('echoes the query and gives pages with snippets', async () => {
      const { status, json } = await world.admin('GET', path('synthetic'))
      assert.equal(status, 200)
      conforms('search', { status: 200, json })
      const { query, hits } = json as { query: string; hits: { page: number; snippet: string }[] }
      assert.equal(query, 'synthetic')
      assert.ok(hits.length > 5)
      assert.ok(hits.every(({ snippet }) => /synthetic/i.test(snippet)))
      const pages = hits.map(({ page }) => page)
      assert.deepEqual(
        pages,
        [...new Set(pages)].toSorted((a, b) => a - b),
      )
    })
    it('without q, or with a blank one, is malformed', async () => {
      await refused(world.admin, 400, /must have q/, 'GET', `/appeals/${world.caseId}/search`)
      await refused(world.admin, 400, /blank/, 'GET', path('  '))
      await refused(world.admin, 400, /q must be/, 'GET', `/appeals/${world.caseId}/search?q=a&q=b`)
    })
    it('that finds nothing is an empty list', async () => {
      assert.deepEqual((await world.admin('GET', path('zzqxjv'))).json, { query: 'zzqxjv', hits: [] })
    })
  })

  describe('search of a case', () => {
    type Found = {
      total: number
      isExact: boolean
      hits: {
        page: number
        document: { id: string }
        snippet: string
        matches: { start: number; end: number }[]
      }[]
      documents: { id: string; count: number }[]
      text: { pagesRead: number; pages: number }
      next?: string
    }
    const path = (query: Record<string, string>) =>
      `/cases/${world.caseId}/search?${new URLSearchParams(query)}`
    const search = async (query: Record<string, string>) => {
      const { status, json } = await world.admin('GET', path(query))
      assert.equal(status, 200, JSON.stringify(json))
      conforms('searchCase', { status: 200, json })
      return json as Found
    }

    it('gives documents, what to highlight, and counts', async () => {
      const { hits, total, isExact, documents, text } = await search({ q: 'synthetic' })
      assert.ok(hits.length > 5)
      assert.deepEqual([total, isExact, text.pagesRead, text.pages], [hits.length, true, 20, 20])
      assert.equal(
        documents.reduce((sum, { count }) => sum + count, 0),
        total,
      )
      for (const { snippet, matches } of hits) {
        assert.ok(matches.length > 0)
        for (const { start, end } of matches) assert.match(snippet.slice(start, end), /^synthetic$/i)
      }
      const plain = await world.admin('GET', `/appeals/${world.caseId}/search?q=synthetic`)
      const { hits: expected } = plain.json as { hits: unknown[] }
      assert.deepEqual(
        hits.map(({ page, snippet }) => ({ page, snippet })),
        expected,
      )
    })
    it('is filtered and paged', async () => {
      const whole = await search({ q: 'synthetic' })
      const [first] = whole.documents
      const inFirst = await search({ q: 'synthetic', documentId: first?.id ?? '' })
      assert.deepEqual(inFirst.documents, [first])
      const unread = await search({ q: 'synthetic', read: 'false', receivedTo: '2999-12-31', limit: '2' })
      assert.equal(unread.hits.length, 2)
      const rest = await search({ q: 'synthetic', read: 'false', after: unread.next ?? '', limit: '200' })
      assert.equal(rest.total, unread.total)
      assert.equal(rest.hits.length, rest.total - 2)
      assert.equal((await search({ q: 'synthetic', receivedTo: '0000-01-01' })).total, 0)
      assert.equal((await search({ q: 'synthetic', tag: '' })).total, 0)
    })
    it('refuses what is malformed, and knows no other case', async () => {
      const bad: [Record<string, string>, RegExp][] = [
        [{}, /must have q/],
        [{ q: ' ' }, /blank/],
        [{ q: 'x'.repeat(1_001) }, /at most 1000/],
        [{ q: 'a', limit: '0' }, /limit must be/],
        [{ q: 'a', limit: '201' }, /limit must be/],
        [{ q: 'a', after: '-1' }, /after must be/],
        [{ q: 'a', after: '99999999999' }, /after must be/],
        [{ q: 'a', read: 'perhaps' }, /read must be a boolean/],
        [{ q: 'a', receivedFrom: '2021-02-29' }, /receivedFrom must be a real date/],
        [{ q: 'a\0b' }, /NUL character/],
      ]
      for (const [query, sentence] of bad) await refused(world.admin, 400, sentence, 'GET', path(query))
      await refused(world.admin, 404, /no case with this id/, 'GET', '/cases/case_unknown/search?q=a')
    })
    it('never fails on a query, however it is written', async () => {
      const pieces = [
        '"',
        "'",
        '\\',
        '-',
        '*',
        'OR',
        '(',
        ')',
        ':*',
        '&',
        '|',
        '!',
        '%',
        '§',
        'é',
        '🙂',
        '\u202e',
        'a',
        '7',
      ]
      for (let seed = 1; seed <= 120; seed++) {
        const q = Array.from(
          { length: 9 },
          (_, at) => pieces[(seed * (at + 7) * 31 + at * seed) % pieces.length],
        ).join(seed % 3 ? ' ' : '')
        await search({ q: `${q} word`, ...(seed % 2 ? { tag: q, documentId: q } : {}) })
        const isAlone = q.split(' ').every((piece) => piece === 'OR' || /^[-*"]+$/.test(piece))
        if (isAlone) await refused(world.admin, 400, /has only an operator/, 'GET', path({ q }))
        else await search({ q })
        await refused(world.admin, 400, /^There is no category/, 'GET', path({ q: 'a', category: q }))
      }
    })
  })

  describe('the text of a page', () => {
    const textAt = (page: number | string, documentId = world.documentId) =>
      `/cases/${world.caseId}/documents/${documentId}/pages/${page}/text`

    it('comes with where each word is printed', async () => {
      const { json: got } = await world.admin('GET', at)
      const { startPage } = (got as { document: { startPage: number } }).document
      const { status, json } = await world.admin('GET', textAt(startPage))
      assert.equal(status, 200)
      conforms('getPageText', { status: 200, json })
      const { page } = json as PageTextDetail
      assert.deepEqual([page.page, page.documentId, page.state], [startPage, world.documentId, 'read'])
      const words = page.words.map(({ start, end }) => page.text.slice(start, end))
      assert.deepEqual(words, page.text.split(/\s/))
      assert.ok(words.length > 20)
    })
    it('is of a page of the document', async () => {
      await refused(world.admin, 404, /no such page/, 'GET', textAt(1_000_000))
      await refused(world.admin, 404, /no such page/, 'GET', textAt(1, 'doc_unknown'))
      await refused(world.admin, 400, /page must be/, 'GET', textAt('first'))
      await refused(world.admin, 400, /page must be/, 'GET', textAt(0))
    })
  })

  describe('tags', () => {
    it('are created with their author, appear in lists, and are there once', async () => {
      const first = await world.admin('POST', `${at}/tags`, {
        body: { text: '  favorable / 100% ünïcode  ' },
      })
      assert.equal(first.status, 201)
      conforms('addTag', { status: 201, json: first.json })
      const { tag } = first.json as { tag: { text: string; createdBy: string } }
      assert.equal(tag.text, 'favorable / 100% ünïcode')
      assert.equal(tag.createdBy, world.username)
      const again = await world.admin('POST', `${at}/tags`, { body: { text: tag.text } })
      assert.deepEqual([again.status, again.json], [201, first.json])
      const { json } = await world.admin('GET', at)
      assert.ok((json as { document: { tags: string[] } }).document.tags.includes(tag.text))

      const removal = `${at}/tags/${encodeURIComponent(tag.text)}`
      assert.equal((await world.admin('DELETE', removal)).status, 204)
      assert.equal((await world.admin('DELETE', removal)).status, 204)
      const after = (await world.admin('GET', at)).json as { document: { tags: string[] } }
      assert.ok(!after.document.tags.includes(tag.text))
    })
    it('that are blank cannot be removed', async () => {
      await refused(world.admin, 400, /text must not be blank/, 'DELETE', `${at}/tags/%20`)
    })
    it('need a text of 1 to 200 characters and nothing else', async () => {
      const post = (body: unknown) => ['POST', `${at}/tags`, { body }] as const
      await refused(world.admin, 400, /must have text/, ...post({}))
      await refused(world.admin, 400, /text must not be blank/, ...post({ text: '   ' }))
      await refused(world.admin, 400, /at most 200/, ...post({ text: 'x'.repeat(201) }))
      await refused(world.admin, 400, /must not be “\.” or/, ...post({ text: '..' }))
      await refused(world.admin, 400, /text must be a string/, ...post({ text: 7 }))
      await refused(world.admin, 400, /unknown field: colour/, ...post({ text: 'x', colour: 'red' }))
      await refused(world.admin, 400, /NUL character/, ...post({ text: 'a\0b' }))
      await refused(world.admin, 400, /NUL character/, ...post('{"text":"\\ud800"}'))
      await refused(world.admin, 400, /not valid JSON/, ...post('{'))
      await refused(world.admin, 400, /body must be/, ...post([]))
      await refused(world.admin, 400, /nested more than 64/, ...post(nested(66)))
    })
  })

  describe('annotations', () => {
    it('are created, appear on the document and go again', async () => {
      const { json: got } = await world.admin('GET', at)
      const { startPage: page } = (got as { document: { startPage: number } }).document
      const body = { page, x: 0.25, y: 0.75, comment: 'nexus opinion', relevantDate: '1998-04-30' }
      const { status, json } = await world.admin('POST', `${at}/annotations`, { body })
      assert.equal(status, 201)
      conforms('createAnnotation', { status: 201, json })
      const { annotation } = json as { annotation: { id: string; createdBy: string; createdAt: string } }
      assert.match(annotation.id, /^ann_/)
      const { id, createdBy, createdAt, ...rest } = annotation
      assert.deepEqual(rest, body)
      assert.equal(createdBy, world.username)
      assert.match(createdAt, /^\d{4}-.*Z$/)
      const read = (await world.admin('GET', at)).json as { document: { annotations: { id: string }[] } }
      assert.deepEqual(
        read.document.annotations.find((found) => found.id === id),
        annotation,
      )
      assert.equal((await world.admin('DELETE', `${at}/annotations/${id}`)).status, 204)
      assert.equal((await world.admin('DELETE', `${at}/annotations/${id}`)).status, 204)
    })
    it('need only a page', async () => {
      const { json: got } = await world.admin('GET', at)
      const { startPage: page } = (got as { document: { startPage: number } }).document
      const { status, json } = await world.admin('POST', `${at}/annotations`, { body: { page } })
      assert.equal(status, 201)
      conforms('createAnnotation', { status: 201, json })
    })
    it('are refused for a page, a place, a date or a field that is not right', async () => {
      const post = (body: unknown) => ['POST', `${at}/annotations`, { body }] as const
      await refused(world.admin, 400, /must have page/, ...post({ comment: 'x' }))
      await refused(
        world.admin,
        400,
        /between \d+ and \d+, the pages of this document/,
        ...post({ page: 9999 }),
      )
      await refused(world.admin, 400, /page must be an integer/, ...post({ page: 1.5 }))
      await refused(world.admin, 400, /page must be an integer/, ...post({ page: '1' }))
      await refused(world.admin, 400, /x must be/, ...post({ page: 1, x: 1.01 }))
      await refused(world.admin, 400, /y must be/, ...post({ page: 1, y: -0.1 }))
      await refused(
        world.admin,
        400,
        /relevantDate must be a real date/,
        ...post({ page: 1, relevantDate: '2021-02-29' }),
      )
      await refused(
        world.admin,
        400,
        /comment must have at most 10,000 char/,
        ...post({ page: 1, comment: 'x'.repeat(10_001) }),
      )
      await refused(world.admin, 400, /at most 1\./, ...post({ page: 1, x: 2 }))
      await refused(world.admin, 400, /at least 1\./, ...post({ page: 0 }))
      await refused(world.admin, 400, /number that is out of range/, ...post('{"page":1e999}'))
      await refused(world.admin, 400, /unknown field: author/, ...post({ page: 1, author: 'x' }))
    })
    it('are edited by their author alone, and what is private stays so in the events', async () => {
      const author = await world.member('editor', ['drafter'])
      const { json: got } = await author('GET', at)
      const { startPage: page } = (got as { document: { startPage: number } }).document
      const body = { page, comment: 'onset?', relevantDate: '1998-04-30', visibility: 'private' }
      const made = (await author('POST', `${at}/annotations`, { body })).json as Made
      const path = `${at}/annotations/${made.annotation.id}`
      const words = { comment: 'onset: in service' }
      const edited = await author('PUT', path, { body: words })
      assert.equal(edited.status, 200)
      conforms('editAnnotation', { status: 200, json: edited.json })
      const { relevantDate: _, ...rest } = made.annotation as Made['annotation'] & { relevantDate: string }
      assert.deepEqual(edited.json, { annotation: { ...rest, ...words } })
      await refused(world.admin, 404, /have no such annotation/, 'PUT', path, { body: words })
      await refused(author, 404, /have no such annotation/, 'PUT', `${at}/annotations/ann_none`, {
        body: words,
      })
      await refused(author, 400, /unknown field: page/, 'PUT', path, { body: { page } })
      const types = 'types=document.annotationEdited'
      const told = async (reader: typeof author) =>
        JSON.stringify((await reader('GET', `/cases/${world.caseId}/events?${types}`)).json)
      assert.match(await told(author), /onset: in service/)
      assert.doesNotMatch(await told(world.admin), /onset: in service/)
    })
    it('are removed by their author, whatever role they have by now', async () => {
      const author = await world.member('annotator', ['drafter'])
      const { json: got } = await world.admin('GET', at)
      const { startPage: page } = (got as { document: { startPage: number } }).document
      const made = (await author('POST', `${at}/annotations`, { body: { page } })).json as Made
      const { members } = world.service.identity
      const memberId = (await members.find('annotator'))?.id ?? ''
      await members.change(memberId, { roles: ['scheduler'] })
      assert.equal((await author('POST', `${at}/annotations`, { body: { page } })).status, 403)
      assert.equal((await author('DELETE', `${at}/annotations/${made.annotation.id}`)).status, 204)
    })
    it('are removed by their author or an administrator only', async () => {
      const drafter = await world.member('drafter', ['drafter'])
      const { json: got } = await world.admin('GET', at)
      const { startPage: page } = (got as { document: { startPage: number } }).document
      const byAdmin = (await world.admin('POST', `${at}/annotations`, { body: { page } })).json as Made
      const byDrafter = (await drafter('POST', `${at}/annotations`, { body: { page } })).json as Made
      assert.equal(byDrafter.annotation.createdBy, 'drafter')
      await refused(drafter, 403, /its author/, 'DELETE', `${at}/annotations/${byAdmin.annotation.id}`)
      assert.equal((await world.admin('DELETE', `${at}/annotations/${byDrafter.annotation.id}`)).status, 204)
      assert.equal((await world.admin('DELETE', `${at}/annotations/${byAdmin.annotation.id}`)).status, 204)
    })
    type Made = { annotation: { id: string; createdBy: string } }
  })

  describe('the read state', () => {
    it('is set and cleared, for each person apart', async () => {
      const { status, json } = await world.admin('PUT', `${at}/read-state`, { body: { read: true } })
      assert.equal(status, 200)
      conforms('setReadState', { status: 200, json })
      const again = await world.admin('PUT', `${at}/read-state`, { body: { read: true } })
      assert.deepEqual(again.json, json)
      const other = await world.member('reader', ['adjudicator'])
      const readBy = async (http: Http) =>
        ((await http('GET', at)).json as { document: { read: boolean } }).document.read
      assert.deepEqual([await readBy(world.admin), await readBy(other)], [true, false])
      await world.admin('PUT', `${at}/read-state`, { body: { read: false } })
      assert.equal(await readBy(world.admin), false)
      await refused(world.admin, 400, /read must be a boolean/, 'PUT', `${at}/read-state`, {
        body: { read: 'true' },
      })
    })
  })

  describe('cases', () => {
    it('are the same record as the appeal', async () => {
      const { json } = await world.admin('GET', `/cases/${world.caseId}`)
      conforms('getCase', { status: 200, json })
      const { case: found } = json as { case: { id: string; text: { pagesRead: number; pages: number } } }
      assert.equal(found.id, world.caseId)
      assert.equal(found.text.pages, 20)
      assert.equal(found.text.pagesRead, 20)
    })
    it('have a state, now and as of any position or time', async () => {
      const now = (await world.admin('GET', `/cases/${world.caseId}/state`)).json as {
        version: number
        status: string
      }
      conforms('getCaseState', { status: 200, json: now })
      const { events } = (await world.admin('GET', `/cases/${world.caseId}/events?limit=2`)).json as {
        events: { position: number; recordedAt: string }[]
      }
      const then = (await world.admin('GET', `/cases/${world.caseId}/state?at=${events[1]!.position}`)).json
      conforms('getCaseState', { status: 200, json: then })
      assert.equal((then as { version: number }).version, 2)
      const late = await world.admin('GET', `/cases/${world.caseId}/state?at=2100-01-01T00:00:00Z`)
      assert.equal((late.json as { version: number }).version, now.version)
      await refused(
        world.admin,
        404,
        /not open yet/,
        'GET',
        `/cases/${world.caseId}/state?at=1999-01-01T00:00:00Z`,
      )
      for (const at of ['yesterday', '2026-11-31', '2026-02-30T00:00:00Z', '2100-01-01T00:00', '1e3', '']) {
        const query = new URLSearchParams({ at })
        await refused(world.admin, 400, /at must be/, 'GET', `/cases/${world.caseId}/state?${query}`)
      }
      for (const at of ['2100-01-01', '2100-01-01T00:00+02:00']) {
        const query = new URLSearchParams({ at })
        assert.equal((await world.admin('GET', `/cases/${world.caseId}/state?${query}`)).status, 200)
      }
    })
    it('have events in pages that fit together', async () => {
      type Page = { events: { sequence: number; type: string }[]; next?: string }
      const whole = (await world.admin('GET', `/cases/${world.caseId}/events?limit=1000`)).json as Page
      conforms('listCaseEvents', { status: 200, json: whole })
      assert.equal(whole.next, undefined)
      const paged: Page['events'] = []
      let after: string | undefined
      do {
        const query = new URLSearchParams({ limit: '7', ...(after ? { after } : {}) })
        const page = (await world.admin('GET', `/cases/${world.caseId}/events?${query}`)).json as Page
        paged.push(...page.events)
        after = page.next
      } while (after)
      assert.deepEqual(paged, whole.events)
      const opened = (
        await world.admin('GET', `/cases/${world.caseId}/events?types=case.opened,document.tagged`)
      ).json as Page
      assert.deepEqual([...new Set(opened.events.map(({ type }) => type))].toSorted(), [
        'case.opened',
        'document.tagged',
      ])
      const path = `/cases/${world.caseId}/events`
      await refused(world.admin, 400, /no event type nonsense/, 'GET', `${path}?types=nonsense`)
      await refused(world.admin, 400, /types must name/, 'GET', `${path}?types=`)
      await refused(world.admin, 400, /limit must be/, 'GET', `${path}?limit=0`)
      await refused(world.admin, 400, /after must be/, 'GET', `${path}?after=x`)
      await refused(world.admin, 400, /after must be/, 'GET', `${path}?after=9223372036854775808`)
    })
    it('a filter by a word that there is not is refused, with the words that there are', async () => {
      for (const [path, sentence] of [
        ['/cases?status=opne', /^There is no status opne: it must be one of /],
        ['/cases?docket=hearng', /^There is no docket hearng: it must be .*\. Did you mean hearing\?$/],
        ['/cases?caseType=moon', /^There is no case type moon: it must be /],
        ['/tasks?types=draftin', /^There is no task type draftin: .*\. Did you mean drafting\?$/],
        ['/tasks?dockets=moon', /^There is no docket moon: it must be /],
        ['/tasks?caseTypes=moon', /^There is no case type moon: it must be /],
        ['/tasks?assignees=team:moon', /^There is no team moon: it must be one of /],
        ['/tasks?statuses=opne', /^statuses.0 must be one of assigned, /],
        ['/distribution/ranking?docket=moon', /^There is no docket moon: it must be /],
        ['/directory?role=king', /^There is no role king: it must be one of /],
        ['/directory?team=moon', /^There is no team moon: it must be one of /],
        [`/cases/${world.caseId}/search?q=a&category=medicl`, /^There is no category medicl: .*medical\?$/],
        [`/cases/${world.caseId}/documents?status=gone`, /^status must be one of /],
        ['/events?types=case.openned', /^There is no event type case.openned.* Did you mean case.opened\?$/],
      ] as const)
        await refused(world.admin, 400, sentence, 'GET', path)
      const query = { types: ['draftin'] }
      await refused(world.admin, 400, /task type draftin/, 'POST', '/queues', { body: { name: 'a', query } })
    })
    it('events across cases are for roles that may read them', async () => {
      const { json } = await world.admin('GET', '/events?limit=1000')
      conforms('listEvents', { status: 200, json })
      const { events } = json as { events: { caseId: string; position: number }[] }
      assert.equal(new Set(events.map(({ caseId }) => caseId)).size, 2)
      const clerk = await world.member('clerk', ['mailClerk'])
      await refused(clerk, 403, /roles/, 'GET', '/events')
    })
  })

  describe('every request', () => {
    it('without a valid token is answered 401, on every path, known or not', async () => {
      const paths = (Object.values(routes) as Route[])
        .filter((route) => !route.public)
        .map((route) => [route.method, route.path.replaceAll(/\{\w+\}/g, 'x')] as const)
      for (const [method, path] of [
        ...paths,
        ['GET', '/nothing'],
        ['PATCH', '/appeals'],
        ['OPTIONS', '/appeals'],
      ] as const) {
        await refused(world.anonymous, 401, /./, method, path)
        await refused(world.as('not.a.token'), 401, /./, method, path)
      }
    })
    it('to an unknown path is answered 404, with a wrong method 405', async () => {
      await refused(world.admin, 404, /nothing at this path/, 'GET', '/nothing')
      const reply = await refused(world.admin, 405, /does not support DELETE, only GET/, 'DELETE', '/appeals')
      assert.equal(reply.headers.get('allow'), 'GET, HEAD')
    })
    it('with another media type is answered 415, with too large a body 413', async () => {
      await refused(world.admin, 415, /JSON/, 'POST', `${at}/tags`, {
        body: 'text=x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      await refused(world.admin, 413, /too large/, 'POST', `${at}/tags`, {
        body: { text: 'x'.repeat(2_000_000) },
      })
    })
    it('with a body that is nested without end is refused, with or without a token', async () => {
      for (const http of [world.anonymous, world.admin]) {
        await refused(http, 400, /nested/, 'POST', '/auth/token', { body: nested(150_000) })
      }
    })
    it('with a field that it does not take is told its name, on every route', async () => {
      const written = Object.values<Route>(routes).filter(
        ({ method, bytes, isSigned }) => method !== 'GET' && !bytes && !isSigned,
      )
      assert.ok(written.length > 150)
      for (const { method, path } of written) {
        const at = path.replaceAll(/\{\w+\}/g, '1')
        const { status, text } = await world.admin(method, at, { body: { notAField: 1 } })
        assert.deepEqual(
          [status, /unknown field: notAField/.test(text)],
          [400, true],
          `${method} ${path} ${text}`,
        )
      }
    })

    it('lists what its body holds, also deep in it, but for what others define', () => {
      type Part = {
        properties?: Record<string, Part>
        patternProperties?: Record<string, Part>
        additionalProperties?: unknown
        type?: string
        items?: Part
        anyOf?: Part[]
      }
      const openIn = (part: Part, at: string): string[] => {
        const { properties = {}, patternProperties = {}, anyOf = [], items } = part
        const isClosed = part.additionalProperties !== undefined || Object.keys(patternProperties).length > 0
        return [
          ...(part.type === 'object' && !isClosed ? [at] : []),
          ...Object.entries(properties).flatMap(([name, one]) => openIn(one, `${at}.${name}`)),
          ...[...anyOf, ...Object.values(patternProperties), ...(items ? [items] : [])].flatMap((one) =>
            openIn(one, at),
          ),
        ]
      }
      const found = Object.entries<Route>(routes).flatMap(([name, { body }]) =>
        body ? openIn(body, name) : [],
      )
      // A browser says what belongs to a credential; a profile has a check of its own, which names the place of a fault.
      assert.deepEqual(
        found.filter((place) => !/\.(credential|passkey)(\.response)?$|Profile\.profile$/.test(place)),
        [],
      )
    })
    it('has a body in UTF-8', async () => {
      const latin = { 'content-type': 'application/json; charset=iso-8859-1' }
      await refused(world.admin, 415, /UTF-8/, 'POST', `${at}/tags`, { body: '{}', headers: latin })
      const { status } = await world.admin('POST', `${at}/tags`, {
        body: { text: 'ünïcode' },
        headers: { 'content-type': 'application/json; charset="UTF-8"' },
      })
      assert.equal(status, 201)
      const { token } = (
        await world.anonymous('POST', '/auth/token', {
          body: { username: world.username, password: world.password },
        })
      ).json as { token: string }
      const response = await fetch(`${world.baseUrl}${at}/tags`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: Buffer.from('{"text":"caf\xe9"}', 'latin1'),
      })
      assert.deepEqual(
        [response.status, await response.json()],
        [400, { error: 'The body is not valid UTF-8.' }],
      )
    })
    it('may pin the API version, and an unknown one is answered 406', async () => {
      const { status, headers } = await world.admin('GET', '/appeals', {
        headers: { 'portico-version': '2026-11-01' },
      })
      assert.deepEqual([status, headers.get('portico-version')], [200, '2026-11-01'])
      await refused(world.admin, 406, /2020-01-01/, 'GET', '/appeals', {
        headers: { 'portico-version': '2020-01-01' },
      })
    })
    it('has an id and security headers', async () => {
      const { headers } = await world.admin('GET', '/appeals')
      assert.match(headers.get('x-request-id') ?? '', /^req_/)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('cache-control'), 'private, no-cache')
    })
    it('that reads the same thing again is answered 304', async () => {
      for (const path of [
        '/appeals',
        `/appeals/${world.caseId}`,
        `/appeals/${world.caseId}/documents`,
        at,
        `/cases/${world.caseId}`,
      ]) {
        const first = await world.admin('GET', path)
        const etag = first.headers.get('etag')
        assert.ok(etag, path)
        const second = await world.admin('GET', path, { headers: { 'if-none-match': etag } })
        assert.deepEqual([second.status, second.text], [304, ''], path)
      }
      await world.admin('POST', `${at}/tags`, { body: { text: 'changes the list' } })
      const before = await world.admin('GET', `/appeals/${world.caseId}/documents`)
      await world.admin('DELETE', `${at}/tags/${encodeURIComponent('changes the list')}`)
      const after = await world.admin('GET', `/appeals/${world.caseId}/documents`, {
        headers: { 'if-none-match': before.headers.get('etag') ?? '' },
      })
      assert.equal(after.status, 200)
    })
    it('may ask for compression', async () => {
      for (const encoding of ['gzip', 'br']) {
        const { status, headers, json } = await world.admin('GET', `/appeals/${world.caseId}/documents`, {
          headers: { 'accept-encoding': encoding },
        })
        assert.deepEqual([status, headers.get('content-encoding')], [200, encoding])
        conforms('listDocuments', { status: 200, json })
      }
    })
  })

  describe('the page map', () => {
    it('tells of each document what it repeats', async () => {
      const { status, json } = await world.admin('GET', `/cases/${world.caseId}/page-map`)
      assert.equal(status, 200)
      conforms('getPageMap', { status: 200, json })
      const map = json as { pages: number; uniquePages: number; comparedPages: number; documents: unknown[] }
      assert.deepEqual([map.pages, map.comparedPages], [20, 20])
      assert.ok(map.uniquePages < 20, 'the case has a document that came twice')
      await refused(world.admin, 404, /no case/, 'GET', '/cases/case_unknown/page-map')
    })
  })

  describe('the access log', () => {
    const path = () => `/cases/${world.caseId}/access-log`
    type Log = {
      entries: { position: number; kind: string; what: object; requestId: string }[]
      next?: string
    }
    const log = async (query = '') => {
      const { status, json } = await world.admin('GET', `${path()}${query}`)
      assert.equal(status, 200)
      conforms('listAccess', { status: 200, json })
      return json as Log
    }
    it('has every download when its bytes arrive, and a document in pieces once', async () => {
      const whole = await world.admin('GET', `${at}/content`)
      const { entries } = await log('?limit=1000')
      const last = entries.filter(({ kind }) => kind === 'download').at(-1)
      assert.deepEqual(last?.what, { of: 'document', documentId: world.documentId })
      assert.equal(last?.requestId, whole.headers.get('x-request-id'))
      for (const range of ['bytes=0-9', 'bytes=10-19', 'bytes=20-29'])
        assert.equal((await world.admin('GET', `${at}/content`, { headers: { range } })).status, 206)
      const pieces = (await log(`?limit=1000&after=${last?.position}`)).entries.filter(
        ({ kind }) => kind === 'download',
      )
      assert.deepEqual(
        pieces.map(({ what }) => what),
        [{ of: 'document', documentId: world.documentId, isPartial: true }],
      )
    })
    it('has nothing of what sent no bytes', async () => {
      const before = (await log('?limit=1000')).entries.filter(({ kind }) => kind === 'download').length
      const whole = await world.admin('HEAD', `${at}/content`)
      const etag = whole.headers.get('etag') ?? ''
      for (const range of ['bytes=0-9', 'bytes=999999999-']) {
        const { status, headers } = await world.admin('HEAD', `${at}/content`, { headers: { range } })
        const length = whole.headers.get('content-length')
        assert.deepEqual(
          [status, headers.get('content-length')],
          [200, length],
          'a range is one of GET alone',
        )
      }
      assert.equal(
        (await world.admin('GET', `${at}/content`, { headers: { 'if-none-match': etag } })).status,
        304,
      )
      assert.equal(
        (await world.admin('GET', `${at}/content`, { headers: { range: 'bytes=999999999-' } })).status,
        416,
      )
      const after = (await log('?limit=1000')).entries.filter(({ kind }) => kind === 'download').length
      assert.equal(after, before)
    })
    it('is paged', async () => {
      const first = await log('?limit=1')
      assert.equal(first.entries.length, 1)
      const second = await log(`?limit=1&after=${first.next}`)
      assert.ok((second.entries[0]?.position ?? 0) > first.entries[0]!.position)
    })
    it('is for privacy officers and administrators', async () => {
      const officer = await world.member('officer', ['privacyOfficer'])
      assert.equal((await officer('GET', path())).status, 200)
      const drafter = await world.member('curious', ['drafter'])
      await refused(drafter, 403, /roles/, 'GET', path())
      await refused(world.admin, 404, /no case/, 'GET', '/cases/case_unknown/access-log')
      await refused(world.admin, 400, /after/, 'GET', `${path()}?after=x`)
    })
  })

  describe('writes', () => {
    it('of the arrangement are replayed byte for byte, whatever happened since', async () => {
      const path = `/appeals/${world.caseId}/document-order`
      const listed = (await world.admin('GET', `/appeals/${world.caseId}/documents`)).json as {
        documents: { id: string }[]
      }
      const documentIds = listed.documents.map(({ id }) => id)
      const arrange = (ids: string[], headers = {}) =>
        world.admin('PUT', path, { body: { documentIds: ids }, headers })
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const first = await arrange(documentIds.toReversed(), headers)
      assert.equal(first.status, 200)
      assert.equal(first.text, (await world.admin('GET', `/appeals/${world.caseId}/documents`)).text)
      await arrange(documentIds)
      await world.admin('POST', `${at}/tags`, { body: { text: 'after the arrangement' } })
      const again = await arrange(documentIds.toReversed(), headers)
      assert.deepEqual([again.status, again.text], [200, first.text])
      const now = (await world.admin('GET', `/appeals/${world.caseId}/documents`)).json as typeof listed
      assert.deepEqual(
        now.documents.map(({ id }) => id),
        documentIds,
      )
      await world.admin('DELETE', `${at}/tags/after%20the%20arrangement`)
    })
    it('with an idempotency key are done once, and another body with it is a conflict', async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const { json: got } = await world.admin('GET', at)
      const { startPage: page } = (got as { document: { startPage: number } }).document
      const body = { page, comment: 'once' }
      const first = await world.admin('POST', `${at}/annotations`, { body, headers })
      const again = await world.admin('POST', `${at}/annotations`, { body, headers })
      assert.deepEqual([again.status, again.json], [201, first.json])
      const read = (await world.admin('GET', at)).json as {
        document: { annotations: { comment?: string }[] }
      }
      assert.equal(read.document.annotations.filter(({ comment }) => comment === 'once').length, 1)
      await refused(world.admin, 409, /used before/, 'POST', `${at}/annotations`, {
        body: { page, comment: 'twice' },
        headers,
      })
      await refused(world.admin, 400, /1 to 200/, 'POST', `${at}/annotations`, {
        body,
        headers: { 'idempotency-key': 'x'.repeat(201) },
      })
    })
    it('with a stale version are a conflict', async () => {
      const { headers } = await world.admin('GET', `/cases/${world.caseId}`)
      const version = headers.get('etag') ?? ''
      const tag = (text: string, match: string) =>
        ['POST', `${at}/tags`, { body: { text }, headers: { 'if-match': match } }] as const
      assert.equal((await world.admin(...tag(`v ${version}`, version))).status, 201)
      await refused(world.admin, 409, /is at version/, ...tag('too late', version))
      await refused(world.admin, 400, /If-Match/, ...tag('x', 'abc'))
    })
    it('by a role that may not write are forbidden', async () => {
      const reporter = await world.member('reporter', ['reporting'])
      await refused(reporter, 403, /roles/, 'POST', `${at}/tags`, { body: { text: 'x' } })
      await refused(reporter, 403, /roles/, 'POST', `${at}/annotations`, { body: { page: 1 } })
      assert.equal(
        (await reporter('GET', `/appeals/${world.caseId}`)).status,
        200,
        'a sandbox shows every appeal',
      )
    })
  })

  describe('the service', () => {
    it('says that it serves and is ready, without a token', async () => {
      assert.deepEqual((await world.anonymous('GET', '/healthz')).json, { status: 'ok' })
      assert.deepEqual((await world.anonymous('GET', '/readyz')).json, { status: 'ready' })
    })
    it('serves its own description', async () => {
      const { status, json } = await world.anonymous('GET', '/openapi.json')
      assert.equal(status, 200)
      const { openapi, paths } = json as { openapi: string; paths: Record<string, Record<string, object>> }
      assert.equal(openapi, '3.1.0')
      const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
      for (const operation of operations) {
        const { operationId, ...of } = operation as {
          operationId: string
          'x-codeSamples'?: { label: string }[]
        }
        assert.equal(of['x-codeSamples']?.[0]?.label, 'curl', operationId)
      }
    })
  })
})
