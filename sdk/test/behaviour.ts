import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { until } from '../../server/test/until.ts'
import type { FileContent } from '../content.ts'
import type { Portico } from '../portico.ts'
import { describeIntake } from './intake-behaviour.ts'
import type { Subject } from './subject.ts'
import { describeWork } from './work-behaviour.ts'

/** What every client keeps to, whatever is behind it. */
export function describeClient(name: string, open: () => Promise<Subject>) {
  describe(name, () => {
    let subject: Subject
    let client: Portico
    let appealId: string
    let documentId: string

    before(async () => {
      subject = await open()
      client = subject.client
      appealId = subject.appealId
      documentId = (await client.documents.list(appealId))[0]?.id ?? ''
    })

    it('lists appeals, most recently uploaded first', async () => {
      const appeals = await client.appeals.list()
      const times = appeals.map(({ uploadedAt }) => uploadedAt)
      assert.deepEqual(times, [...times].sort().reverse())
      for (const id of [appealId, subject.otherAppealId])
        assert.ok(appeals.some((appeal) => appeal.id === id))
    })

    it('counts the documents of an appeal', async () => {
      const { appeal, documentCount } = await client.appeals.get(appealId)
      assert.equal(appeal.id, appealId)
      assert.equal(documentCount, (await client.documents.list(appealId)).length)
    })

    it('finds no unknown appeal', async () => {
      const calls = [
        client.appeals.get('case_unknown'),
        client.appeals.file('case_unknown'),
        client.documents.list('case_unknown'),
        client.search('case_unknown', subject.word),
        client.documents.addTag('case_unknown', documentId, 'x'),
        client.documents.removeTag('case_unknown', documentId, 'x'),
        client.cases.get('case_unknown'),
        client.cases.state('case_unknown'),
        client.cases.search('case_unknown', subject.word).page(),
        client.cases.events('case_unknown').page(),
        client.cases.accessLog('case_unknown').page(),
        client.cases.pageMap('case_unknown'),
        client.cases.watch('case_unknown').next(),
      ]
      for (const call of await Promise.allSettled(calls)) {
        assert.equal(call.status, 'rejected')
        assert.equal(call.reason.code, 'notFound')
        assert.equal(call.reason.status, 404)
      }
    })

    it('finds no document of another appeal', async () => {
      await assert.rejects(client.documents.get(subject.otherAppealId, documentId), { code: 'notFound' })
      await assert.rejects(client.documents.content(subject.otherAppealId, documentId), { code: 'notFound' })
      await assert.rejects(client.documents.addTag(subject.otherAppealId, documentId, 'x'), {
        code: 'notFound',
      })
      await assert.rejects(client.documents.setRead(subject.otherAppealId, documentId, true), {
        code: 'notFound',
      })
    })

    it('lists documents as arranged, and shows the same in each', async () => {
      const documents = await client.documents.list(appealId)
      assert.ok(documents.length >= 2)
      assert.deepEqual(
        documents.map(({ position }) => position),
        documents.map((_, index) => index),
      )
      const { annotations, ...document } = await client.documents.get(appealId, documentId)
      assert.deepEqual(document, documents[0])
      assert.ok(Array.isArray(annotations))
    })

    it('searches the pages, in their order', async () => {
      const { query, hits } = await client.search(appealId, subject.word)
      assert.equal(query, subject.word)
      assert.ok(hits.length > 0 && hits.length <= 50)
      const pages = hits.map(({ page }) => page)
      assert.deepEqual(
        pages,
        [...pages].sort((a, b) => a - b),
      )
      for (const { snippet } of hits) assert.match(snippet.toLowerCase(), new RegExp(subject.word))
      assert.deepEqual((await client.search(appealId, 'zyzzyvaquux')).hits, [])
      await assert.rejects(client.search(appealId, '  '), { code: 'badRequest' })
    })

    it('searches the case: what to highlight, counts, filters and pages of hits', async () => {
      const whole = await client.cases.search(appealId, subject.word, { limit: 200 }).page()
      assert.equal(whole.query, subject.word)
      assert.equal(whole.isExact, true)
      assert.equal(whole.next, undefined)
      assert.equal(whole.total, whole.hits.length)
      for (const { snippet, matches, boxes } of whole.hits) {
        for (const { left, top, right, bottom } of boxes) assert.ok(left < right && top < bottom)
        const [first] = matches.map(({ start, end }) => snippet.slice(start, end).toLowerCase())
        assert.equal(first?.startsWith(subject.word), true)
      }
      const counted = whole.documents.map(({ id, count }) => [id, count])
      const found = whole.hits.map(({ document }) => document.id)
      assert.deepEqual(
        counted,
        [...new Set(found)].map((id) => [id, found.filter((one) => one === id).length]),
      )

      const paged = []
      let next: string | undefined
      do {
        const part = await client.cases.search(appealId, subject.word, { after: next, limit: 1 }).page()
        assert.equal(part.total, whole.total)
        paged.push(...part.hits)
        next = part.next
      } while (next !== undefined)
      assert.deepEqual(paged, whole.hits)

      const [document] = whole.documents
      const inOne = await client.cases
        .search(appealId, subject.word, {
          documentId: document?.id,
          limit: 200,
        })
        .page()
      assert.deepEqual(inOne.documents, [document])
      assert.deepEqual(
        inOne.hits,
        whole.hits.filter((hit) => hit.document.id === document?.id),
      )
      const none = await client.cases.search(appealId, 'zyzzyvaquux').page()
      assert.deepEqual([none.total, none.hits, none.annotations, none.tags], [0, [], [], []])
      await assert.rejects(client.cases.search(appealId, '  ').page(), { code: 'badRequest' })
    })

    it('gives the text of a page, with every word where it is printed', async () => {
      const { hits } = await client.cases.search(appealId, subject.word).page()
      const { page, document } = hits[0]!
      const found = await client.cases.pageText(appealId, document.id, page)
      assert.deepEqual(
        [found.page, found.documentId, found.state, found.source],
        [page, document.id, 'read', 'textLayer'],
      )
      const words = found.words.map(({ start, end }) => found.text.slice(start, end))
      assert.deepEqual(words, found.text.split(/\s+/).filter(Boolean))
      assert.ok(words.some((word) => word.toLowerCase().includes(subject.word)))
      for (const { left, top, right, bottom } of found.words) assert.ok(left < right && top < bottom)
      await assert.rejects(client.cases.pageText(appealId, document.id, 1_000_000), { code: 'notFound' })
      await assert.rejects(client.cases.pageText(appealId, 'doc_unknown', page), { code: 'notFound' })
    })

    it('searches tags and comments as groups of their own', async () => {
      const { startPage: page } = await client.documents.get(appealId, documentId)
      await client.documents.addTag(appealId, documentId, 'quizzaciously')
      const { id } = await client.documents.annotate(appealId, documentId, {
        page,
        comment: 'So quizzaciously.',
      })
      const { annotations, tags, total } = await client.cases.search(appealId, 'quizzaciously').page()
      assert.equal(total, 0)
      assert.deepEqual(tags, [{ documentId, text: 'quizzaciously' }])
      assert.deepEqual(annotations, [
        {
          ...{ documentId, annotationId: id, page },
          ...{ snippet: 'So quizzaciously.', matches: [{ start: 3, end: 16 }] },
        },
      ])
      await client.documents.removeTag(appealId, documentId, 'quizzaciously')
      await client.documents.removeAnnotation(appealId, documentId, id)
    })

    it('adds a tag once, stamped with the caller', async () => {
      const tag = await client.documents.addTag(appealId, documentId, '  hearing loss ')
      assert.equal(tag.text, 'hearing loss')
      assert.equal(tag.createdBy, subject.username)
      assert.deepEqual(await client.documents.addTag(appealId, documentId, 'hearing loss'), tag)
      const { tags } = await client.documents.get(appealId, documentId)
      assert.equal(tags.filter((text) => text === 'hearing loss').length, 1)
      await assert.rejects(client.documents.addTag(appealId, documentId, ' '), { code: 'badRequest' })
      await assert.rejects(client.documents.addTag(appealId, documentId, 'x'.repeat(201)), {
        code: 'badRequest',
      })
      await assert.rejects(client.documents.addTag(appealId, documentId, '..'), { code: 'badRequest' })
      await assert.rejects(client.documents.removeTag(appealId, documentId, ' '), { code: 'badRequest' })
    })

    it('adds a tag for staff, or for everyone who sees the case', async () => {
      await client.documents.addTag(appealId, documentId, 'among us')
      await client.documents.addTag(appealId, documentId, 'exhibit A', { visibility: 'case' })
      const other = { visibility: 'team' as 'case' }
      await assert.rejects(client.documents.addTag(appealId, documentId, 'x', other), { code: 'badRequest' })
      const { events } = await client.cases
        .events(appealId, { types: ['document.tagged'], limit: 1000 })
        .page()
      assert.deepEqual(
        events
          .slice(-2)
          .flatMap(({ type, data }) => (type === 'document.tagged' ? [[data?.text, data?.visibility]] : [])),
        [
          ['among us', 'staff'],
          ['exhibit A', 'case'],
        ],
      )
      for (const text of ['among us', 'exhibit A'])
        await client.documents.removeTag(appealId, documentId, text)
    })

    it('removes a tag, whatever stands in it, and removing it again is fine', async () => {
      for (const text of ['50/50', '100% #1?', 'ünï & ✓', 'a+b', '%2F', '...']) {
        await client.documents.addTag(appealId, documentId, text)
        assert.ok((await client.documents.get(appealId, documentId)).tags.includes(text), text)
        await client.documents.removeTag(appealId, documentId, text)
        await client.documents.removeTag(appealId, documentId, text)
        assert.ok(!(await client.documents.get(appealId, documentId)).tags.includes(text), text)
      }
    })

    it('creates and removes an annotation, stamped with the caller', async () => {
      const { startPage, endPage } = await client.documents.get(appealId, documentId)
      const wanted = { page: startPage, x: 0.25, y: 1, comment: 'onset', relevantDate: '1998-04-30' }
      const { id, createdBy, createdAt, ...annotation } = await client.documents.annotate(
        appealId,
        documentId,
        wanted,
      )
      assert.deepEqual(annotation, wanted)
      assert.equal(createdBy, subject.username)
      const { annotations } = await client.documents.get(appealId, documentId)
      assert.deepEqual(
        annotations.find((each) => each.id === id),
        { id, createdBy, createdAt, ...wanted },
      )
      await client.documents.removeAnnotation(appealId, documentId, id)
      await client.documents.removeAnnotation(appealId, documentId, id)
      const later = await client.documents.get(appealId, documentId)
      assert.ok(!later.annotations.some((each) => each.id === id))
      for (const wrong of [
        { page: endPage + 1 },
        { page: startPage, x: 1.5 },
        { page: startPage, relevantDate: '2025-02-30' },
        { page: startPage, comment: 'x'.repeat(10_001) },
      ]) {
        await assert.rejects(client.documents.annotate(appealId, documentId, wrong), { code: 'badRequest' })
      }
    })

    it('marks a document read and unread', async () => {
      for (const read of [true, false]) {
        assert.equal((await client.documents.setRead(appealId, documentId, read)).read, read)
        assert.equal((await client.documents.get(appealId, documentId)).read, read)
      }
    })

    it('arranges the documents, every one once, and keeps their pages', async () => {
      const before = await client.documents.list(appealId)
      const ids = before.map(({ id }) => id)
      const arranged = await client.documents.arrange(appealId, ids.toReversed())
      assert.deepEqual(
        arranged.map(({ id, startPage, endPage }) => ({ id, startPage, endPage })),
        before.map(({ id, startPage, endPage }) => ({ id, startPage, endPage })).reverse(),
      )
      assert.deepEqual(await client.documents.list(appealId), arranged)
      for (const wrong of [ids.slice(1), [...ids, 'doc_unknown'], [...ids.slice(1), ids[1] ?? '']]) {
        await assert.rejects(client.documents.arrange(appealId, wrong), { code: 'badRequest' })
      }
      await client.documents.arrange(appealId, ids)
      assert.deepEqual(await client.documents.list(appealId), before)
    })

    it('moves a document in the arrangement as it is by then', async () => {
      const before = (await client.documents.list(appealId)).map(({ id }) => id)
      const [first = '', second = '', ...rest] = before
      const after = await client.documents.move(appealId, [first])
      assert.deepEqual(
        after.map(({ id }) => id),
        [second, ...rest, first],
      )
      await assert.rejects(client.documents.move(appealId, ['doc_unknown']), { code: 'badRequest' })
      const back = await client.documents.move(appealId, [first], { before: second })
      assert.deepEqual(
        back.map(({ id }) => id),
        before,
      )
    })

    it('streams a document, whole or a range of it', async () => {
      const whole = await client.documents.content(appealId, documentId)
      const { contentType, etag } = whole
      const bytes = await bytesOf(whole)
      assert.equal(contentType, 'application/pdf')
      assert.ok(etag)
      assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
      const part = await client.documents.content(appealId, documentId, { range: { start: 5, end: 24 } })
      assert.deepEqual(part.range, { start: 5, end: 24, total: bytes.length })
      assert.deepEqual(await bytesOf(part), bytes.subarray(5, 25))
      const rest = await client.documents.content(appealId, documentId, {
        range: { start: bytes.length - 4 },
      })
      assert.deepEqual(await bytesOf(rest), bytes.subarray(-4))
      await assert.rejects(
        client.documents.content(appealId, documentId, { range: { start: bytes.length } }),
        {
          code: 'rangeNotSatisfiable',
        },
      )
    })

    it('streams the whole file as PDF and as ZIP', async () => {
      const pdf = await client.appeals.file(appealId, { annotations: true })
      assert.equal(pdf.contentType, 'application/pdf')
      assert.equal((await bytesOf(pdf)).subarray(0, 5).toString(), '%PDF-')
      const zip = await client.appeals.file(appealId, { format: 'zip' })
      assert.equal(zip.contentType, 'application/zip')
      assert.equal((await bytesOf(zip)).subarray(0, 2).toString(), 'PK')
    })

    it('shows the case, whose version moves with each change and is its number of events', async () => {
      const before = await client.cases.get(appealId)
      assert.equal(before.documentCount, (await client.documents.list(appealId)).length)
      await client.documents.addTag(appealId, documentId, 'moves')
      await client.documents.addTag(appealId, documentId, 'moves')
      const after = await client.cases.get(appealId)
      assert.equal(after.version, before.version + 1)
      assert.equal((await client.cases.state(appealId)).version, after.version)
    })

    it('shows the state as it was', async () => {
      const { events } = await client.cases.events(appealId, { types: ['document.filed'], limit: 1 }).page()
      const [filed] = events
      assert.ok(filed)
      assert.equal((await client.cases.state(appealId, { at: filed.position })).version, filed.sequence)
    })

    it('refuses a write on a version that has passed', async () => {
      const { version } = await client.cases.get(appealId)
      await client.documents.addTag(appealId, documentId, 'in time', { ifMatch: version })
      await assert.rejects(client.documents.addTag(appealId, documentId, 'too late', { ifMatch: version }), {
        code: 'conflict',
        status: 409,
      })
    })

    it('answers a repeated key with the first answer, and refuses it with another request', async () => {
      const { startPage: page } = await client.documents.get(appealId, documentId)
      const idempotencyKey = `key-${subject.username}-1`
      const first = await client.documents.annotate(appealId, documentId, { page }, { idempotencyKey })
      const again = await client.documents.annotate(appealId, documentId, { page }, { idempotencyKey })
      assert.deepEqual(again, first)
      await assert.rejects(
        client.documents.annotate(appealId, documentId, { page, comment: 'other' }, { idempotencyKey }),
        { code: 'conflict' },
      )
    })

    it('maps the pages of a case', async () => {
      const { pages, uniquePages, documents } = await client.cases.pageMap(appealId)
      const listed = await client.documents.list(appealId)
      assert.deepEqual(documents.map(({ id }) => id).sort(), listed.map(({ id }) => id).sort())
      assert.equal(pages, (await client.cases.get(appealId)).pageCount)
      assert.ok(uniquePages > 0 && uniquePages <= pages)
    })

    it('maps the pages of a case document by document', async () => {
      const whole = await client.cases.pageMap(appealId)
      assert.ok(whole.documents.length > 1 && !whole.isMore)
      const read: typeof whole.documents = []
      for (let isMore = true; isMore; ) {
        const part = await client.cases.pageMap(appealId, { after: read.at(-1)?.startPage ?? 0, limit: 1 })
        assert.deepEqual([part.pages, part.documents.length], [whole.pages, 1])
        read.push(...part.documents)
        isMore = part.isMore
      }
      assert.deepEqual(read, whole.documents)
    })

    it('leaves a trace of each download', async () => {
      await bytesOf(await client.documents.content(appealId, documentId))
      await bytesOf(await client.appeals.file(appealId, { format: 'zip' }))
      const downloads = []
      let next: string | undefined
      do {
        const page = await client.cases.accessLog(appealId, { after: next, limit: 2 }).page()
        assert.ok(page.entries.length <= 2)
        downloads.push(...page.entries.filter(({ kind }) => kind === 'download'))
        next = page.next
      } while (next !== undefined)
      const [one, whole] = downloads.slice(-2)
      assert.deepEqual(one?.what, { of: 'document', documentId })
      assert.deepEqual(whole?.what, { of: 'caseFile', format: 'zip', annotations: false })
      assert.deepEqual([one?.member.name, whole?.member.name], [subject.username, subject.username])
    })

    it('pages through the events of a case, without holes', async () => {
      const sequences: number[] = []
      let next: string | undefined
      do {
        const page = await client.cases.events(appealId, { after: next, limit: 3 }).page()
        assert.ok(page.events.length <= 3)
        sequences.push(...page.events.map(({ sequence }) => sequence))
        next = page.next
      } while (next !== undefined)
      assert.deepEqual(
        sequences,
        sequences.map((_, index) => index + 1),
      )
      assert.equal(sequences.length, (await client.cases.get(appealId)).version)
    })

    it('pages through the events of all cases', async () => {
      const { events } = await client.events.list({ types: ['case.opened'] }).page()
      const opened = events.map(({ caseId }) => caseId)
      assert.ok(opened.includes(appealId) && opened.includes(subject.otherAppealId))
    })

    it('watches a case from its first event on, and then as it goes', async () => {
      const { version } = await client.cases.get(appealId)
      const sequences: number[] = []
      for await (const event of client.cases.watch(appealId)) {
        assert.equal(event.caseId, appealId)
        sequences.push(event.sequence)
        if (event.sequence === version)
          await client.documents.addTag(appealId, documentId, `watched ${version}`)
        if (event.type !== 'document.tagged' || event.data?.text !== `watched ${version}`) continue
        assert.equal(event.actor.name, subject.username)
        break
      }
      assert.deepEqual(
        sequences,
        Array.from({ length: version + 1 }, (_, index) => index + 1),
      )
    })

    it('watches all cases, for some types, until it is told to stop', async () => {
      const stop = new AbortController()
      const cases = new Set<string>()
      for await (const { caseId, type } of client.events.watch({
        types: ['case.opened'],
        signal: stop.signal,
      })) {
        assert.equal(type, 'case.opened')
        cases.add(caseId)
        if (cases.has(appealId) && cases.has(subject.otherAppealId)) stop.abort()
      }
      assert.ok(stop.signal.aborted)
    })

    it('loads a manifest in the background, and tells the rows that failed', async () => {
      const lines = [
        '{"type":"manifest","version":1,"source":"behaviour"}',
        '{"type":"case","externalId":"1","docketNumber":"1","veteran":{"firstName":"A","lastName":"B"},"receiptDate":"2020-01-02"}',
        'not JSON',
        '{"type":"spell"}',
      ]
      const begun = await client.imports.start(new Blob([lines.join('\n')]), { dryRun: true })
      assert.equal(begun.createdBy, subject.username)
      const told = await until(async () => {
        const now = await client.imports.get(begun.id)
        return now.status !== 'waiting' && now.status !== 'running' && now
      })
      assert.deepEqual([told.status, told.rows], ['done', { loaded: 1, skipped: 0, failed: 2 }])
      assert.deepEqual([told.bytesRead, told.loaded, told.dryRun], [told.bytes, { case: 1 }, true])
      const failed: number[] = []
      for await (const { line } of client.imports.errors(begun.id)) failed.push(line)
      assert.deepEqual(failed, [3, 4])
      for await (const { line, type } of client.imports.errors(begun.id, { after: 3 }))
        assert.deepEqual([line, type], [4, 'spell'])
      const { imports } = await client.imports.list({ limit: 1 }).page()
      assert.deepEqual(imports, [told])
      await assert.rejects(client.imports.setStatus(begun.id, 'paused'), { code: 'stateForbids' })
      await assert.rejects(client.imports.get('imp_unknown'), { code: 'notFound' })
      await assert.rejects(client.imports.errors('imp_unknown').next(), { code: 'notFound' })
    })

    describeIntake(() => subject)
    describeWork(() => subject)

    it('does nothing on a signal that is aborted', async () => {
      await assert.rejects(client.appeals.list({ signal: AbortSignal.abort() }), { code: 'aborted' })
      await assert.rejects(
        client.documents.addTag(appealId, documentId, 'never', { signal: AbortSignal.abort() }),
        {
          code: 'aborted',
        },
      )
      assert.ok(!(await client.documents.get(appealId, documentId)).tags.includes('never'))
    })

    it('is refused everything once signed out', async () => {
      await client.signOut()
      await assert.rejects(client.appeals.list(), { code: 'unauthenticated', status: 401 })
      await assert.rejects(client.documents.addTag(appealId, documentId, 'x'), { code: 'unauthenticated' })
    })
  })
}

async function bytesOf({ stream }: FileContent): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer())
}
