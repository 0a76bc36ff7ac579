import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Annotation, Document } from '@portico/contract/documents'
import type { CaseDocument, CaseDocumentDetail, OpenedCase, ProposedDivision } from '@portico/contract/intake'
import type { Upload } from '@portico/contract/uploads'
import { drawnPdf, onePixel, testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

type CasePage = { cases: { id: string }[] }

const veteran = { firstName: 'Ada', lastName: 'Byron' }
const newCase = { veteran, receiptDate: '2026-03-02' }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function form(part: string, json: unknown, bytes?: Uint8Array<ArrayBuffer>, name = 'sent.pdf'): FormData {
  const data = new FormData()
  data.set(part, typeof json === 'string' ? json : JSON.stringify(json))
  if (bytes) data.set('file', new Blob([bytes]), name)
  return data
}

const pdfOf = async (...pages: string[]) => new Uint8Array(await testPdf(pages))

describe('intake', () => {
  let world: World
  let http: Http
  before(async () => {
    world = await startWorld()
    http = world.admin
  })
  after(() => world.close())

  async function ok<Body>(status: number, ...asked: Parameters<Http>): Promise<Body> {
    const reply = await http(...asked)
    assert.equal(reply.status, status, `${asked[0]} ${asked[1]}: ${reply.text.slice(0, 300)}`)
    return reply.json as Body
  }
  async function refused(status: number, sentence: RegExp, ...asked: Parameters<Http>) {
    const reply = await http(...asked)
    assert.equal(reply.status, status, `${asked[0]} ${asked[1]}: ${reply.text.slice(0, 300)}`)
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const opened = (json: unknown, bytes?: Uint8Array<ArrayBuffer>, name?: string) =>
    ok<OpenedCase>(201, 'POST', '/cases', { body: form('case', json, bytes, name) })
  const file = (caseId: string, json: unknown, bytes: Uint8Array<ArrayBuffer>) =>
    ok<CaseDocumentDetail>(201, 'POST', `/cases/${caseId}/documents`, {
      body: form('document', json, bytes),
    }).then(({ document }) => document)
  async function textIsRead(caseId: string) {
    await textIsReadApartFrom(caseId, 0)
  }
  async function textIsReadApartFrom(caseId: string, unreadable: number) {
    await until(async () => {
      const { case: facts } = await ok<OpenedCase>(200, 'GET', `/cases/${caseId}`)
      return facts.text.pagesRead === facts.text.pages - unreadable
    })
  }
  const pagesFound = async (caseId: string, query: string) => {
    const found = await ok<{ hits: { page: number }[] }>(200, 'GET', `/appeals/${caseId}/search?q=${query}`)
    return found.hits.map(({ page }) => page)
  }

  it('opens a case without a file, with a docket number of its receipt date', async () => {
    const { case: made, documents } = await ok<OpenedCase>(201, 'POST', '/cases', { body: newCase })
    assert.match(made.docketNumber, /^260302-\d+$/)
    assert.deepEqual(documents, [])
    const { appeal } = await ok<{ appeal: object }>(200, 'GET', `/appeals/${made.id}`)
    assert.equal((appeal as { originalPdfBytes: number }).originalPdfBytes, 0)
  })

  it('opens a case with its file: as one document, as given, and bit-identical', async () => {
    const bytes = await pdfOf('Alpha page', 'Beta page', 'Gamma page')
    const whole = await opened(newCase, bytes, 'claims file.pdf')
    assert.deepEqual(
      whole.documents.map(({ name, startPage, endPage }) => [name, startPage, endPage]),
      [['claims file', 1, 3]],
    )
    const documents = [
      { name: 'Letter', pageCount: 1, categories: ['procedural'] },
      { name: 'Records', pageCount: 2, receiptDate: '2025-01-02' },
    ]
    const given = await opened({ ...newCase, documents }, bytes)
    assert.deepEqual(
      given.documents.map(({ name, startPage, endPage, categories, receiptDate }) => [
        name,
        startPage,
        endPage,
        categories,
        receiptDate,
      ]),
      [
        ['Letter', 1, 1, ['procedural'], '2026-03-02'],
        ['Records', 2, 3, ['other'], '2025-01-02'],
      ],
    )
    const id = given.documents[1]!.id
    const reply = await fetch(`${world.baseUrl}/cases/${given.case.id}/documents/${id}/original`, {
      headers: { authorization: `Bearer ${await tokenOf(world)}` },
    })
    assert.equal(reply.headers.get('content-disposition')?.startsWith('attachment'), true)
    assert.equal(sha256(new Uint8Array(await reply.arrayBuffer())), sha256(bytes))
    await textIsRead(given.case.id)
    assert.deepEqual(await pagesFound(given.case.id, 'gamma'), [3])
  })

  it('refuses what cannot be, and leaves nothing behind', async () => {
    const bytes = await pdfOf('One', 'Two')
    const before = await ok<{ appeals: unknown[] }>(200, 'GET', '/appeals')
    const post = (body: FormData | object) => ['POST', '/cases', { body }] as const
    await refused(
      400,
      /1 pages together, but the file has 2/,
      ...post(form('case', { ...newCase, documents: [{ name: 'A', pageCount: 1 }] }, bytes)),
    )
    await refused(
      400,
      /no category x/,
      ...post(
        form('case', { ...newCase, documents: [{ name: 'A', pageCount: 2, categories: ['x'] }] }, bytes),
      ),
    )
    await refused(400, /a file to divide/, ...post({ ...newCase, documents: [{ name: 'A', pageCount: 1 }] }))
    await refused(400, /must have veteran/, ...post({ receiptDate: '2026-03-02' }))
    await refused(400, /real date/, ...post({ ...newCase, receiptDate: '2026-02-30' }))
    await refused(400, /unknown field: colour/, ...post({ ...newCase, colour: 'red' }))
    await refused(400, /not valid JSON/, ...post(form('case', '{', bytes)))
    const fileAlone = new FormData()
    fileAlone.set('file', new Blob([bytes]), 'alone.pdf')
    await refused(400, /must have the part case/, ...post(fileAlone))
    await refused(400, /unknown part: casing/, ...post(form('casing', newCase, bytes)))
    await refused(
      415,
      /a ZIP archive|is .*accepted/,
      ...post(form('case', newCase, new Uint8Array([0x50, 0x4b, 3, 4, ...Array(60).fill(0)]))),
    )
    await refused(415, /Send JSON, or a form/, 'POST', '/cases', {
      body: bytes,
      headers: { 'content-type': 'application/pdf' },
    })
    await refused(404, /no such upload/, ...post({ ...newCase, uploadId: 'upl_nobody' }))
    const drafter = await world.member('intake-drafter', ['drafter'])
    assert.equal((await drafter('POST', '/cases', { body: newCase })).status, 403)
    assert.deepEqual(await ok(200, 'GET', '/appeals'), before)
  })

  it('the same key opens one case, and another body under it is refused', async () => {
    const bytes = await pdfOf('Once')
    const headers = { 'idempotency-key': 'open once' }
    const one = await ok<OpenedCase>(201, 'POST', '/cases', { body: form('case', newCase, bytes), headers })
    const two = await ok<OpenedCase>(201, 'POST', '/cases', { body: form('case', newCase, bytes), headers })
    assert.equal(two.case.id, one.case.id)
    const other = form('case', newCase, await pdfOf('Another'))
    await refused(409, /used before/, 'POST', '/cases', { body: other, headers })
  })

  it('one external id is one case', async () => {
    const alias = { source: 'mainframe', externalId: '42' }
    const { case: first } = await opened({ ...newCase, alias })
    const taken = new RegExp(`the id 42 of mainframe is taken by the case ${first.id}`, 'i')
    await refused(409, taken, 'POST', '/cases', { body: { ...newCase, alias } })
    const found = await ok<CasePage>(200, 'GET', '/cases?source=mainframe&externalId=42')
    assert.deepEqual(
      found.cases.map(({ id }) => id),
      [first.id],
    )
    assert.deepEqual((await ok<CasePage>(200, 'GET', '/cases?source=mainframe&externalId=43')).cases, [])
    await refused(400, /source and externalId must be given together/, 'GET', '/cases?source=mainframe')
  })

  it('an id of a source is claimed only by who acts for it, taken or not', async () => {
    const clerk = await world.member('ida', ['intake'])
    for (const externalId of ['42', 'free']) {
      const body = { ...newCase, alias: { source: 'mainframe', externalId } }
      const reply = await clerk('POST', '/cases', { body })
      assert.equal(reply.status, 403)
      assert.match(reply.text, /do not act for the source mainframe/)
    }
    assert.equal((await clerk('POST', '/cases', { body: newCase })).status, 201)
  })

  it('what a case is said to be is corrected, and leaves what was said before', async () => {
    const { case: made } = await opened(newCase)
    const at = `/cases/${made.id}`
    const why = 'Misread.'
    const veteran = { firstName: 'Grace', lastName: 'Hopper' }
    const body = { caseType: 'courtRemand', veteran, externalStatus: 'at court', why }
    const { case: corrected } = await ok<OpenedCase>(200, 'PATCH', at, { body })
    assert.deepEqual(
      [corrected.caseType, corrected.veteran, corrected.externalStatus],
      ['courtRemand', veteran, 'at court'],
    )
    const remanded = await ok<{ priority: { isCourtRemand: boolean } }>(200, 'GET', `${at}/priority`)
    assert.equal(remanded.priority.isCourtRemand, true)
    await ok(200, 'PATCH', at, { body: { caseType: 'appeal', why } })
    const again = await ok<{ priority: { isCourtRemand: boolean } }>(200, 'GET', `${at}/priority`)
    assert.equal(again.priority.isCourtRemand, false)
    const { events } = await ok<{ events: { data: object }[] }>(
      200,
      'GET',
      `${at}/events?types=case.corrected`,
    )
    assert.deepEqual(events[0]?.data, {
      ...body,
      isCourtRemand: true,
      was: { caseType: 'appeal', veteran: newCase.veteran },
    })
    await refused(422, /not docketed yet/, 'PATCH', at, { body: { docket: 'hearing', why } })
    await refused(400, /There is no case type spell: it must be /, 'PATCH', at, {
      body: { caseType: 'spell', why },
    })
  })

  it('images, text and what cannot be read are kept beside what is read', async () => {
    const { case: made } = await opened(newCase, await pdfOf('First'))
    const note = new TextEncoder().encode('The knee gave way in the motor pool.\n')
    const text = await file(made.id, { name: 'Note' }, note)
    assert.equal(text.original?.mediaType, 'text/plain')
    assert.equal(text.original?.sha256, sha256(note))
    assert.deepEqual([text.startPage, text.endPage], [2, 2])
    const locked = new Uint8Array(await testPdf(['secret'], { userPassword: 'x' }))
    const encrypted = await file(made.id, { name: 'Locked' }, locked)
    assert.equal(encrypted.unreadable, 'encrypted')
    assert.deepEqual([encrypted.startPage, encrypted.endPage], [3, 3])
    await ok(201, 'POST', `/appeals/${made.id}/documents/${encrypted.id}/tags`, {
      body: { text: 'ask for the password' },
    })
    const torn = new Uint8Array([
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ])
    const picture = await file(made.id, { name: 'Torn picture' }, torn)
    assert.equal(picture.unreadable, 'damaged')
    await refused(422, /cannot be read/, 'GET', `/appeals/${made.id}/documents/${picture.id}/content`)
    const kept = await http('GET', `/cases/${made.id}/documents/${picture.id}/original`)
    assert.equal(kept.status, 200)
    assert.match(kept.headers.get('content-disposition') ?? '', /^attachment; filename="Torn picture.png"/)
    await textIsReadApartFrom(made.id, 2)
    assert.deepEqual(await pagesFound(made.id, 'motor'), [2])
  })

  it('bytes that are there already are held for a person, who may admit or remove them', async () => {
    const bytes = await pdfOf('Twice')
    const { case: made, documents } = await opened(newCase, bytes)
    const path = `/cases/${made.id}/documents`
    const copy = await file(made.id, { name: 'Copy' }, bytes)
    assert.equal(copy.status, 'held')
    assert.match(copy.why ?? '', /pages 1 to 1/)
    assert.deepEqual(copy.duplicates?.runs, [
      { startPage: 2, endPage: 2, ofStartPage: 1, kind: 'exact', similarity: 1 },
    ])
    const listed = async () =>
      (await ok<{ documents: CaseDocument[] }>(200, 'GET', `/appeals/${made.id}/documents`)).documents.map(
        ({ id }) => id,
      )
    assert.deepEqual(await listed(), [documents[0]!.id])
    assert.equal((await http('GET', `/appeals/${made.id}/documents/${copy.id}`)).status, 404)
    const held = await ok<{ documents: CaseDocument[] }>(200, 'GET', `${path}?status=held`)
    assert.deepEqual(
      held.documents.map(({ id }) => id),
      [copy.id],
    )
    const set = (status: string) =>
      ok<CaseDocumentDetail>(200, 'PUT', `${path}/${copy.id}/status`, {
        body: { status, why: 'A person looked.' },
      })
    assert.equal((await set('current')).document.status, 'current')
    assert.deepEqual(await listed(), [documents[0]!.id, copy.id])
    assert.equal((await set('removed')).document.status, 'removed')
    assert.deepEqual(await listed(), [documents[0]!.id])
    const refusing = form('document', { name: 'Copy', onDuplicate: 'refuse' }, bytes)
    await refused(409, /in the file already/, 'POST', path, { body: refusing })
    const { events } = await ok<{ events: { type: string }[] }>(200, 'GET', `/cases/${made.id}/events`)
    const decisions = events
      .map(({ type }) => type)
      .filter((type) => /^document\.(held|admitted|removed|refused|(un)?linked)$/.test(type))
    assert.deepEqual(decisions, [
      'document.linked',
      'document.held',
      'document.admitted',
      'document.removed',
      'document.refused',
    ])
    const unlinked = await ok<CaseDocumentDetail>(200, 'PUT', `${path}/${copy.id}/duplicates`, {
      body: { linked: false },
    })
    assert.equal(unlinked.document.duplicates?.linked, false)
  })

  it('a revision is a new version on new pages, and every page stays what it was', async () => {
    const { case: made, documents } = await opened(newCase, await pdfOf('Knee strain', 'Second page'))
    const id = documents[0]!.id
    const later = await file(made.id, { name: 'Later' }, await pdfOf('Later letter'))
    const path = `/cases/${made.id}/documents/${id}`
    await ok(201, 'POST', `/appeals/${made.id}/documents/${id}/tags`, { body: { text: 'nexus' } })
    await textIsRead(made.id)
    const { document: revised } = await ok<CaseDocumentDetail>(200, 'PUT', `${path}/content`, {
      body: await pdfOf('Hip strain', 'Second page', 'Third page'),
    })
    assert.deepEqual(
      [revised.version, revised.startPage, revised.endPage, revised.tags],
      [2, 4, 6, ['nexus']],
    )
    assert.deepEqual(
      revised.versions.map(({ version, startPage, endPage }) => [version, startPage, endPage]),
      [
        [1, 1, 2],
        [2, 4, 6],
      ],
    )
    const again = await ok<CaseDocumentDetail>(200, 'GET', `/cases/${made.id}/documents/${later.id}`)
    assert.deepEqual([again.document.startPage, again.document.endPage], [3, 3])
    await textIsRead(made.id)
    assert.deepEqual(await pagesFound(made.id, 'strain'), [4])
    assert.equal((await http('GET', `${path}/versions/1/content`)).status, 200)
    await refused(404, /no version 3/, 'GET', `${path}/versions/3/content`)
    await refused(404, /no such document/, 'PUT', `/appeals/${made.id}/documents/doc_no/content`, {
      body: await pdfOf('x'),
    })
    await refused(400, /body is empty/, 'PUT', `${path}/content`, { body: new Uint8Array() })
  })

  it('annotations move to where their words are in a revision, or are orphaned where they stood', async () => {
    const sentence = 'The right knee was strained at the motor pool in May.'
    const { case: made, documents } = await opened(
      newCase,
      await pdfOf(`Cover\n${sentence}`, 'The hip is sound.'),
    )
    const path = `/appeals/${made.id}/documents/${documents[0]!.id}`
    const annotate = (body: object) =>
      ok<{ annotation: Annotation }>(201, 'POST', `${path}/annotations`, { body }).then(
        ({ annotation }) => annotation.id,
      )
    const quoted = await annotate({
      page: 1,
      quote: 'strained at the motor pool',
      rects: [{ left: 0.2, top: 0.1, right: 0.5, bottom: 0.12 }],
      comment: 'nexus',
    })
    const gone = await annotate({ page: 2, quote: 'hip is sound', comment: 'sound' })
    const mine = await annotate({ page: 2, visibility: 'private', comment: 'for me alone' })
    await textIsRead(made.id)
    await ok(200, 'PUT', `${path}/content`, {
      body: await pdfOf('A new first page', `Cover of the second\n\n${sentence}`),
    })
    const annotations = await until(async () => {
      const { document } = await ok<{ document: Document }>(200, 'GET', path)
      const isSettled = document.annotations.every(({ page, orphaned }) => page > 2 || orphaned)
      return isSettled && document.annotations
    })
    const byId = new Map(annotations.map((annotation) => [annotation.id, annotation]))
    assert.equal(byId.get(quoted)?.page, 4)
    assert.ok((byId.get(quoted)?.rects?.[0]?.top ?? 0) > 0.1)
    assert.deepEqual([byId.get(gone)?.page, byId.get(gone)?.orphaned], [2, true])
    assert.equal(byId.get(mine)?.orphaned, true)
    const reader = await world.member('anchor-reader', ['adjudicator'])
    const seen = ((await reader('GET', path)).json as { document: Document }).document.annotations
    assert.deepEqual(seen.map(({ id }) => id).sort(), [quoted, gone].sort())
  })

  it('an annotation is orphaned by a scan that nobody will recognise', async () => {
    const { case: made, documents } = await opened(newCase, await pdfOf('A page of words'))
    const path = `/appeals/${made.id}/documents/${documents[0]!.id}`
    await ok(201, 'POST', `${path}/annotations`, { body: { page: 1, quote: 'of words' } })
    await textIsRead(made.id)
    const scan = await drawnPdf((page) => page.image(onePixel, 0, 0, { width: 612, height: 792 }))
    await ok(200, 'PUT', `${path}/content`, { body: new Uint8Array(scan) })
    await until(async () => {
      const { document } = await ok<{ document: Document }>(200, 'GET', path)
      return document.annotations[0]?.orphaned
    })
  })

  it('what a private annotation says, its author alone reads in the events', async () => {
    const { case: made, documents } = await opened(newCase, await pdfOf('A page'))
    const at = `/appeals/${made.id}/documents/${documents[0]!.id}/annotations`
    await ok(201, 'POST', at, { body: { page: 1, visibility: 'private', comment: 'my doubts' } })
    const other = await world.member('event-reader', ['integration'])
    const comment = async (reader: Http, path: string) => {
      const { json } = await reader('GET', path)
      const { events } = json as { events: { type: string; caseId: string; data: Annotation | null }[] }
      return events.find(({ type, caseId }) => type === 'document.annotated' && caseId === made.id)?.data
        ?.comment
    }
    for (const path of [`/cases/${made.id}/events`, '/events?types=document.annotated&limit=1000']) {
      assert.equal(await comment(http, path), 'my doubts')
      assert.equal(await comment(other, path), undefined)
    }
    const live = new AbortController()
    const reader = { id: 'somebody else', teams: [], audience: 'staff' as const }
    for await (const events of world.service.portico.live.watch({
      caseId: made.id,
      reader: async () => reader,
      types: ['case.opened', 'document.filed', 'document.annotated'],
      signal: live.signal,
    })) {
      assert.deepEqual(
        events.map(({ type, data }) => [type, data === null]),
        [
          ['case.opened', false],
          ['document.filed', false],
          ['document.annotated', true],
        ],
      )
      live.abort()
    }
  })

  it('a file that came as one is divided, and no page moves', async () => {
    const pages = [
      'Rating decision\n\nPage 1 of 1',
      'Examination\n\nPage 1 of 3',
      'B\n\nPage 2 of 3',
      'D\n\nPage 3 of 3',
    ]
    const { case: made, documents } = await opened(newCase, await pdfOf(...pages))
    const path = `/cases/${made.id}/documents/${documents[0]!.id}/division`
    await textIsRead(made.id)
    const proposed = await ok<ProposedDivision>(200, 'GET', path)
    assert.deepEqual(
      proposed.parts.map(({ firstPage, pageCount }) => [firstPage, pageCount]),
      [
        [1, 1],
        [2, 3],
      ],
    )
    assert.match(proposed.parts[1]!.reasons.join(' '), /Page 1 of 3/i)
    const parts = [
      { name: 'Front', pageCount: 1 },
      { name: 'Rest', pageCount: 3, categories: ['medical'] },
    ]
    await refused(400, /they have 5, and it has 4/, 'PUT', path, {
      body: { parts: [parts[0], { name: 'x', pageCount: 4 }] },
    })
    const asked = { body: { parts }, headers: { 'idempotency-key': 'divide once' } }
    const divided = await ok<{ documents: CaseDocument[] }>(200, 'PUT', path, asked)
    assert.deepEqual(
      divided.documents.map(({ name, startPage, endPage, position }) => [name, startPage, endPage, position]),
      [
        ['Front', 1, 1, 0],
        ['Rest', 2, 4, 1],
      ],
    )
    const [front, rest] = divided.documents.map(({ id }) => id)
    await ok(201, 'POST', `/appeals/${made.id}/documents/${front}/tags`, { body: { text: 'begun' } })
    const repeated = await ok<{ documents: CaseDocument[] }>(200, 'PUT', path, asked)
    assert.deepEqual(
      repeated.documents.map(({ id }) => id),
      [front, rest],
    )
    await ok(201, 'POST', `/appeals/${made.id}/documents/${rest}/annotations`, {
      body: { page: 3, comment: 'here' },
    })
    const again = {
      body: {
        parts: [
          { name: 'x', pageCount: 1 },
          { name: 'y', pageCount: 2 },
        ],
      },
    }
    await refused(
      422,
      /before people work on it/,
      'PUT',
      `/cases/${made.id}/documents/${rest}/division`,
      again,
    )
    await textIsRead(made.id)
    assert.deepEqual(await pagesFound(made.id, 'D'), [4])
  })

  it('an upload goes on where it broke, and is seen by nobody else', async () => {
    const bytes = await pdfOf('Sent in parts', 'and read whole')
    const begin = { body: { bytes: bytes.length, name: 'parts.pdf', sha256: sha256(bytes) } }
    const { upload } = await ok<{ upload: Upload }>(201, 'POST', '/uploads', begin)
    const path = `/uploads/${upload.id}`
    const half = Math.floor(bytes.length / 2)
    await ok(200, 'PATCH', `${path}?offset=0`, { body: bytes.slice(0, 100) })
    const isTaken = async () => (await ok<{ upload: Upload }>(200, 'GET', path)).upload.offset === half
    const part = bytes.slice(100, half)
    await breakOff(world, `${path}?offset=100`, part, { announced: bytes.length - 100, isTaken })
    await refused(409, new RegExp(`continues at byte ${half}`), 'PATCH', `${path}?offset=100`, {
      body: bytes.slice(100),
    })
    await refused(422, /incomplete/, 'POST', '/cases', { body: { ...newCase, uploadId: upload.id } })
    const clerk = await world.member('upload-clerk', ['intake'])
    assert.equal((await clerk('GET', path)).status, 404)
    await refused(400, /bytes left/, 'PATCH', `${path}?offset=${half}`, {
      body: new Uint8Array(bytes.length),
    })
    const now = (await ok<{ upload: Upload }>(200, 'GET', path)).upload.offset
    await ok(200, 'PATCH', `${path}?offset=${now}`, { body: bytes.slice(now) })
    const { case: made } = await ok<OpenedCase>(201, 'POST', '/cases', {
      body: { ...newCase, uploadId: upload.id },
    })
    assert.equal(made.pageCount, 2)
    assert.equal(made.originalPdfBytes, bytes.length)
    await ok(204, 'DELETE', path)
  })

  it('scoped access gives the bytes of one case for some minutes', async () => {
    const bytes = await pdfOf('Scoped')
    const { case: made } = await opened(newCase, bytes)
    const { access } = await ok<{ access: { files: { url: string }[] } }>(
      201,
      'POST',
      `/cases/${made.id}/scoped-access`,
    )
    const url = access.files[0]!.url
    const reply = await fetch(url, { headers: { range: 'bytes=0-4' } })
    assert.equal(reply.status, 206)
    assert.equal(await reply.text(), '%PDF-')
    assert.match(reply.headers.get('content-disposition') ?? '', /^attachment/)
    const [body, mac] = url.split('/').at(-1)!.split('.')
    const forged = `${world.baseUrl}/scoped-bytes/${body!.slice(0, -2)}AA.${mac}`
    assert.equal((await fetch(forged)).status, 403)
    const { entries } = await ok<{ entries: { what: { of: string } }[] }>(
      200,
      'GET',
      `/cases/${made.id}/access-log`,
    )
    assert.equal(entries.filter(({ what }) => what.of === 'scopedAccess').length, 2)
  })
})

async function tokenOf({ baseUrl, username, password }: World): Promise<string> {
  const reply = await fetch(`${baseUrl}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return ((await reply.json()) as { token: string }).token
}

/** Announces more bytes than it sends, and goes once these are taken. */
async function breakOff(
  world: World,
  path: string,
  bytes: Uint8Array,
  { announced, isTaken }: { announced: number; isTaken: () => Promise<boolean> },
) {
  const { hostname, port } = new URL(world.baseUrl)
  const token = await tokenOf(world)
  const socket = connect(Number(port), hostname)
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/octet-stream\r\ncontent-length: ${announced}\r\n\r\n`,
  )
  socket.write(bytes)
  await until(isTaken, 20)
  socket.destroy()
}
