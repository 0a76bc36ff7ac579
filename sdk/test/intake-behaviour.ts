import assert from 'node:assert/strict'
import { it } from 'node:test'
import { until } from '../../server/test/until.ts'
import type { Upload } from '../generated/types.ts'
import type { Portico } from '../portico.ts'
import type { Subject } from './subject.ts'

const newCase = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
const text = (...pages: string[]) => new Blob([pages.join('\f')])

/** What every client keeps to when cases and documents come in. */
export function describeIntake(subject: () => Subject) {
  const client = (): Portico => subject().client
  const opened = (file?: Blob) => client().cases.open(newCase, file)

  it('opens a case, with or without its file', async () => {
    const { case: empty, documents: none } = await opened()
    assert.deepEqual([empty.veteran, empty.receiptDate, none], [newCase.veteran, '2026-03-02', []])
    const { case: made, documents } = await opened(new File(['It was the knee.'], 'claims file.txt'))
    assert.deepEqual(
      documents.map(({ name, startPage, endPage, status }) => [name, startPage, endPage, status]),
      [['claims file', 1, 1, 'current']],
    )
    assert.equal(made.pageCount, 1)
    assert.ok((await client().appeals.list()).some(({ id }) => id === made.id))
    await assert.rejects(client().cases.open({ ...newCase, documents: [{ name: 'A', pageCount: 1 }] }), {
      code: 'badRequest',
    })
  })

  it('opens a case with the documents that are named, and refuses those that do not fit', async () => {
    const parts = [
      { name: 'Letter', pageCount: 1 },
      { name: 'Records', pageCount: 2, categories: ['medical'], receiptDate: '2025-01-02' },
    ]
    const { documents } = await client().cases.open({ ...newCase, documents: parts }, text('a', 'b', 'c'))
    assert.deepEqual(
      documents.map(({ name, startPage, endPage, categories, receiptDate, position }) => [
        ...[name, startPage, endPage, position],
        ...[categories[0], receiptDate],
      ]),
      [
        ['Letter', 1, 1, 0, 'other', '2026-03-02'],
        ['Records', 2, 3, 1, 'medical', '2025-01-02'],
      ],
    )
    await assert.rejects(client().cases.open({ ...newCase, documents: parts }, text('a', 'b')), {
      code: 'badRequest',
    })
    const zip = new Blob([new Uint8Array([0x50, 0x4b, 3, 4, ...Array<number>(60).fill(0)])])
    await assert.rejects(opened(zip), { code: 'unsupportedMediaType', status: 415 })
  })

  it('files documents on the next free pages, and keeps what came', async () => {
    const { case: made } = await opened(text('one', 'two'))
    const sent = text('The knee gave way in the motor pool.')
    const filed = await client().documents.add(made.id, { name: 'Note', categories: ['medical'] }, sent)
    assert.deepEqual(
      [filed.name, filed.startPage, filed.endPage, filed.version, filed.position, filed.categories],
      ['Note', 3, 3, 1, 1, ['medical']],
    )
    assert.deepEqual([filed.original?.mediaType, filed.original?.bytes], ['text/plain', sent.size])
    assert.deepEqual(await client().documents.withVersions(made.id, filed.id), filed)
    const original = await client().documents.original(made.id, filed.id)
    assert.equal(await new Response(original.stream).text(), await sent.text())
    const part = await client().documents.original(made.id, filed.id, { range: { start: 4, end: 7 } })
    assert.equal(await new Response(part.stream).text(), 'knee')
    const other = client().documents.add(made.id, { name: 'x', categories: ['unheard of'] }, text('x'))
    await assert.rejects(other, { code: 'badRequest' })
    await assert.rejects(client().documents.add(made.id, { name: 'x' }), { code: 'badRequest' })
  })

  it('holds what is there already for a person, who admits or removes it', async () => {
    const { case: made, documents } = await opened(text('twice'))
    const copy = await client().documents.add(made.id, { name: 'Copy' }, text('twice'))
    assert.equal(copy.status, 'held')
    assert.ok(copy.why)
    assert.deepEqual(copy.duplicates, {
      linked: true,
      runs: [{ startPage: 2, endPage: 2, ofStartPage: 1, kind: 'exact', similarity: 1 }],
    })
    const listed = async () => (await client().documents.list(made.id)).map(({ id }) => id)
    const [first = ''] = documents.map(({ id }) => id)
    assert.deepEqual(await listed(), [first])
    await assert.rejects(client().documents.get(made.id, copy.id), { code: 'notFound' })
    const held = await client().documents.listAll(made.id, { status: 'held' })
    assert.deepEqual(
      held.map(({ id }) => id),
      [copy.id],
    )
    assert.equal((await client().documents.listAll(made.id)).length, 2)
    const admitted = await client().documents.setStatus(made.id, copy.id, {
      status: 'current',
      why: 'Looked.',
    })
    assert.deepEqual([admitted.status, admitted.why], ['current', 'Looked.'])
    assert.deepEqual(await listed(), [first, copy.id])
    assert.equal((await client().documents.setLinked(made.id, copy.id, false)).duplicates?.linked, false)
    assert.equal((await client().documents.setLinked(made.id, copy.id, true)).duplicates?.linked, true)
    await assert.rejects(client().documents.setLinked(made.id, first, false), { code: 'stateForbids' })
    await client().documents.setStatus(made.id, copy.id, { status: 'removed', why: 'Not of this case.' })
    assert.deepEqual(await listed(), [first])
    await assert.rejects(client().documents.addTag(made.id, copy.id, 'late'), {
      code: 'stateForbids',
      status: 422,
    })
    const again = { name: 'Again', onDuplicate: 'refuse' } as const
    await assert.rejects(client().documents.add(made.id, again, text('twice')), { code: 'conflict' })
    const { events } = await client().cases.events(made.id).page()
    assert.deepEqual(
      events
        .map(({ type }) => type)
        .filter((type) => /^document\.(held|admitted|removed|refused|(un)?linked)$/.test(type)),
      [
        ...['document.linked', 'document.held', 'document.admitted', 'document.unlinked'],
        ...['document.linked', 'document.removed', 'document.refused'],
      ],
    )
  })

  it('revises a document on new pages, and keeps the version before', async () => {
    const { case: made, documents } = await opened(text('Knee strain', 'Second page'))
    const id = documents[0]?.id ?? ''
    await client().documents.addTag(made.id, id, 'nexus')
    const revised = await client().documents.revise(made.id, id, text('Hip strain', 'Second page', 'Third'))
    assert.deepEqual(
      [revised.version, revised.startPage, revised.endPage, revised.tags],
      [2, 3, 5, ['nexus']],
    )
    assert.deepEqual(
      revised.versions.map(({ version, startPage, endPage, filedBy }) => [
        version,
        startPage,
        endPage,
        filedBy,
      ]),
      [
        [1, 1, 2, subject().username],
        [2, 3, 5, subject().username],
      ],
    )
    const again = await client().documents.revise(made.id, id, text('Hip strain', 'Second page', 'Third'))
    assert.equal(again.version, 2, 'the same bytes are no revision')
    const first = await client().documents.content(made.id, id, { version: 1, range: { start: 0, end: 4 } })
    assert.equal(first.contentType, 'application/pdf')
    assert.equal(await new Response(first.stream).text(), '%PDF-')
    await assert.rejects(client().documents.content(made.id, id, { version: 3 }), { code: 'notFound' })
    await assert.rejects(client().documents.revise(made.id, id, new Blob()), { code: 'badRequest' })
    assert.equal((await client().cases.get(made.id)).pageCount, 5)
  })

  it('brings annotations to where their words are in a revision, or marks them orphaned', async () => {
    const { case: made, documents } = await opened(
      text('The knee was strained in March.', 'The hip is sound.'),
    )
    const id = documents[0]?.id ?? ''
    const annotate = (page: number, quote: string) =>
      client().documents.annotate(made.id, id, { page, quote, comment: quote })
    const kept = await annotate(1, 'knee was strained')
    const lost = await annotate(2, 'hip is sound')
    await client().documents.revise(made.id, id, text('A cover sheet.', 'The knee was strained in March.'))
    const annotations = await until(async () => {
      const { annotations } = await client().documents.get(made.id, id)
      return annotations.some(({ orphaned }) => orphaned) && annotations
    })
    const found = annotations.map(({ id, page, orphaned = false }) => [id, page, orphaned])
    assert.deepEqual(
      found.sort(),
      [
        [kept.id, 4, false],
        [lost.id, 2, true],
      ].sort(),
    )
  })

  it('proposes where documents begin, and divides without moving a page', async () => {
    const pages = ['Rating decision\n\nPage 1 of 1', 'Examination\n\nPage 1 of 2', 'Findings\n\nPage 2 of 2']
    const { case: made, documents } = await opened(text(...pages))
    const id = documents[0]?.id ?? ''
    const proposed = await until(async () => {
      const proposed = await client().documents.proposeDivision(made.id, id)
      return proposed.pagesRead === 3 && proposed
    })
    assert.deepEqual(
      proposed.parts.map(({ firstPage, pageCount }) => [firstPage, pageCount]),
      [
        [1, 1],
        [2, 2],
      ],
    )
    assert.match(proposed.parts[1]?.reasons.join(' ') ?? '', /Page 1 of 2/i)
    const parts = [
      { name: 'Front', pageCount: 1 },
      { name: 'Rest', pageCount: 2, categories: ['medical'] },
    ]
    await assert.rejects(client().documents.divide(made.id, id, [...parts, { name: 'More', pageCount: 1 }]), {
      code: 'badRequest',
    })
    const divided = await client().documents.divide(made.id, id, parts)
    assert.deepEqual(
      divided.map(({ name, startPage, endPage, position }) => [name, startPage, endPage, position]),
      [
        ['Front', 1, 1, 0],
        ['Rest', 2, 3, 1],
      ],
    )
    assert.equal(divided[0]?.id, id)
    assert.deepEqual(
      (await client().documents.list(made.id)).map(({ name }) => name),
      ['Front', 'Rest'],
    )
    const rest = divided[1]?.id ?? ''
    await client().documents.addTag(made.id, rest, 'worked on')
    const late = [
      { name: 'x', pageCount: 1 },
      { name: 'y', pageCount: 1 },
    ]
    await assert.rejects(client().documents.divide(made.id, rest, late), { code: 'stateForbids' })
  })

  it('takes an upload in place of a file, and shows it to its owner', async () => {
    const bytes = text('Sent in parts.')
    const progress: Upload[] = []
    const upload = await client().uploads.send(bytes, {
      name: 'parts.txt',
      onProgress: (seen) => progress.push(seen),
    })
    assert.deepEqual([upload.name, upload.bytes, upload.offset], ['parts.txt', bytes.size, bytes.size])
    assert.deepEqual(
      progress.map(({ offset }) => offset),
      [0, bytes.size],
    )
    assert.deepEqual(await client().uploads.get(upload.id), upload)
    const { case: made, documents } = await client().cases.open({ ...newCase, uploadId: upload.id })
    const [document] = documents
    assert.equal(document?.original?.bytes, bytes.size)
    const other = await client().uploads.send(text('Sent', 'once more.'))
    const revised = await client().documents.revise(made.id, document?.id ?? '', { uploadId: other.id })
    assert.deepEqual([revised.version, revised.startPage, revised.endPage], [2, 2, 3])
    const both = client().documents.add(made.id, { name: 'x', uploadId: other.id }, text('x'))
    await assert.rejects(both, { code: 'badRequest' })
    await client().uploads.remove(other.id)
    await assert.rejects(client().uploads.get(other.id), { code: 'notFound' })
    await assert.rejects(client().documents.add(made.id, { name: 'x', uploadId: other.id }), {
      code: 'notFound',
    })
    await assert.rejects(client().uploads.send(bytes, { signal: AbortSignal.abort() }), { code: 'aborted' })
  })

  it('opens one case for one key, and refuses the key with other bytes', async () => {
    const key = { idempotencyKey: `open-${subject().username}` }
    const first = await client().cases.open(newCase, text('once'), key)
    const again = await client().cases.open(newCase, text('once'), key)
    assert.equal(again.case.id, first.case.id)
    await assert.rejects(client().cases.open(newCase, text('other'), key), { code: 'conflict' })
  })

  it('files on the version that was seen, and not on one that has passed', async () => {
    const { case: made } = await opened(text('seen'))
    const file = (name: string) =>
      client().documents.add(made.id, { name }, text(name), { ifMatch: made.version })
    assert.equal((await file('in time')).startPage, 2)
    await assert.rejects(file('too late'), { code: 'conflict', status: 409 })
  })

  it('gives access to the bytes of one case without a token', async () => {
    const { case: made, documents } = await opened(text('scoped'))
    const access = await client().cases.scopedAccess(made.id)
    assert.deepEqual(
      access.documents.map(({ id, pageCount, startPage }) => [id, pageCount, startPage]),
      [[documents[0]?.id, 1, documents[0]?.startPage]],
    )
    const [file] = access.files
    assert.equal(access.files.length, 1)
    assert.equal(file?.sha256, access.documents[0]?.sha256)
    assert.ok(Date.parse(access.expiresAt) > Date.now())
    const bytes = await (await fetch(file?.url ?? '')).bytes()
    assert.equal(bytes.length, file?.bytes)
    assert.equal(new TextDecoder().decode(bytes.subarray(0, 5)), '%PDF-')
  })

  it('takes nothing into a case that is not there', async () => {
    const { documents, cases } = client()
    const calls = [
      documents.add('case_unknown', { name: 'x' }, text('x')),
      documents.listAll('case_unknown'),
      documents.withVersions('case_unknown', 'doc_unknown'),
      documents.withVersions(subject().appealId, 'doc_unknown'),
      documents.revise(subject().appealId, 'doc_unknown', text('x')),
      documents.content(subject().appealId, 'doc_unknown', { version: 1 }),
      documents.original(subject().appealId, 'doc_unknown'),
      documents.proposeDivision(subject().appealId, 'doc_unknown'),
      documents.divide(subject().appealId, 'doc_unknown', [
        { name: 'a', pageCount: 1 },
        { name: 'b', pageCount: 1 },
      ]),
      documents.setStatus(subject().appealId, 'doc_unknown', { status: 'held', why: 'x' }),
      documents.setLinked(subject().appealId, 'doc_unknown', true),
      cases.scopedAccess('case_unknown'),
    ]
    for (const call of await Promise.allSettled(calls)) {
      assert.equal(call.status, 'rejected')
      assert.equal(call.reason.code, 'notFound')
    }
  })
}
