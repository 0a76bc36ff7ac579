import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { DocumentSummary } from '@portico/contract/documents'
import { getDocument } from 'unpdf/pdfjs'
import { startWorld, type World } from '../world.ts'

describe('bytes of a case', () => {
  let world: World
  let documents: DocumentSummary[]
  before(async () => {
    world = await startWorld()
    const { json } = await world.admin('GET', `/appeals/${world.caseId}/documents`)
    documents = (json as { documents: DocumentSummary[] }).documents
  })
  after(() => world.close())

  const fetchBytes = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(world.baseUrl + path, {
      headers: { authorization: `Bearer ${await token()}`, ...headers },
    })
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const token = async () => {
    const { username, password } = world
    const { json } = await world.anonymous('POST', '/auth/token', { body: { username, password } })
    return (json as { token: string }).token
  }
  const contentOf = ({ id }: DocumentSummary) => `/appeals/${world.caseId}/documents/${id}/content`

  it('a document is a PDF of its pages alone, the same bytes each time', async () => {
    for (const document of documents.slice(0, 4)) {
      const { response, bytes } = await fetchBytes(contentOf(document))
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'application/pdf')
      assert.equal(Number(response.headers.get('content-length')), bytes.length)
      assert.equal((await open(bytes)).numPages, document.endPage - document.startPage + 1)
      const again = await fetchBytes(contentOf(document))
      assert.equal(sha256(again.bytes), sha256(bytes))
      assert.equal(again.response.headers.get('etag'), response.headers.get('etag'))
    }
  })

  it('ranges of a document are the bytes they name', async () => {
    const path = contentOf(documents[0]!)
    const { bytes: whole, response } = await fetchBytes(path)
    const ranges: [string, Buffer][] = [
      ['bytes=0-99', whole.subarray(0, 100)],
      ['bytes=100-', whole.subarray(100)],
      ['bytes=-50', whole.subarray(-50)],
      [`bytes=10-${whole.length + 1000}`, whole.subarray(10)],
      [`bytes=-${whole.length + 1000}`, whole],
    ]
    for (const [range, expected] of ranges) {
      const { response, bytes } = await fetchBytes(path, { range })
      assert.equal(response.status, 206, range)
      assert.ok(bytes.equals(expected), range)
      assert.match(response.headers.get('content-range') ?? '', new RegExp(`/${whole.length}$`))
    }
    for (const range of [`bytes=${whole.length}-`, 'bytes=5-2', 'bytes=-0']) {
      const { response, bytes } = await fetchBytes(path, { range })
      assert.equal(response.status, 416, range)
      assert.match(JSON.parse(bytes.toString()).error, /outside/)
    }
    for (const range of ['bytes=0-1,5-6', 'pages=1-2', 'bytes=-']) {
      assert.equal((await fetchBytes(path, { range })).response.status, 200, range)
    }
    const etag = response.headers.get('etag') ?? ''
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal((await fetchBytes(path, { 'if-none-match': etag })).response.status, 304)
    assert.equal((await fetchBytes(path, { range: 'bytes=0-9', 'if-range': etag })).response.status, 206)
    assert.equal((await fetchBytes(path, { range: 'bytes=0-9', 'if-range': '"other"' })).response.status, 200)
  })

  it('the whole file is one PDF with cover, contents, outline and page labels equal to case pages', async () => {
    const { response, bytes } = await fetchBytes(`/appeals/${world.caseId}/file`)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-disposition') ?? '', /^inline; filename="[\d-]+\.pdf"/)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(response.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
    const pdf = await open(bytes)
    const labels = (await pdf.getPageLabels()) ?? []
    assert.deepEqual(
      labels.filter((label) => /^\d+$/.test(label)),
      Array.from({ length: 20 }, (_, index) => String(index + 1)),
    )
    assert.ok(pdf.numPages > 21, 'a cover and contents stand before the pages')
    const outline = (await pdf.getOutline()).map(({ title }) => title)
    for (const { name } of documents)
      assert.ok(
        outline.some((title) => title.includes(name)),
        name,
      )
    assert.equal(sha256((await fetchBytes(`/appeals/${world.caseId}/file`)).bytes), sha256(bytes))
  })

  it('a file that is made is sent in chunks; once it is kept it has a length and ranges, and the same bytes', async () => {
    const { json } = await world.admin('GET', '/appeals')
    const other = (json as { appeals: { id: string }[] }).appeals.find(({ id }) => id !== world.caseId)!
    const path = `/appeals/${other.id}/file`
    const first = await fetchBytes(path, { range: 'bytes=0-9' })
    assert.equal(first.response.status, 200)
    assert.equal(first.response.headers.get('content-length'), null)
    const etag = first.response.headers.get('etag') ?? ''
    const kept = async () => {
      for (;;) {
        const { response, bytes } = await fetchBytes(path)
        if (response.headers.has('content-length')) return { response, bytes }
      }
    }
    const again = await kept()
    assert.equal(Number(again.response.headers.get('content-length')), first.bytes.length)
    assert.equal(sha256(again.bytes), sha256(first.bytes))
    assert.equal(again.response.headers.get('etag'), etag)
    const range = await fetchBytes(path, { range: 'bytes=0-9', 'if-range': etag })
    assert.deepEqual([range.response.status, range.bytes.toString('latin1', 0, 8)], [206, '%PDF-1.7'])
  })

  it('a file is known by its tag before it is made', async () => {
    await world.admin('PUT', `/appeals/${world.caseId}/document-order`, {
      body: { documentIds: documents.map(({ id }) => id).toReversed() },
    })
    const path = `/appeals/${world.caseId}/file`
    const { headers } = await world.admin('HEAD', path)
    const etag = headers.get('etag') ?? ''
    assert.equal(headers.get('content-length'), null)
    const { response } = await fetchBytes(path, { 'if-none-match': etag })
    assert.equal(response.status, 304)
    await world.admin('PUT', `/appeals/${world.caseId}/document-order`, {
      body: { documentIds: documents.map(({ id }) => id) },
    })
  })

  it('a making that fails on the way breaks the transfer off', async () => {
    const { portico } = world.service
    const { files } = portico
    const exportCase: typeof files.exportCase = async (caseId, request) => ({
      ...(await files.exportCase(caseId, request)),
      bytes: undefined,
      open: async () =>
        Readable.from(
          (async function* () {
            yield Buffer.from('%PDF-1.7 half of it')
            await setImmediate()
            throw new Error('The disk is full.')
          })(),
          { objectMode: false },
        ),
    })
    portico.files = Object.assign(Object.create(files), { exportCase })
    try {
      await assert.rejects(fetchBytes(`/appeals/${world.caseId}/file`), /terminated|other side closed/)
    } finally {
      portico.files = files
    }
  })

  it('annotations are written into the PDF when asked for, and only then', async () => {
    const document = documents[0]!
    const body = { page: document.startPage, x: 0.5, y: 0.5, comment: 'the nexus is here' }
    await world.admin('POST', `/appeals/${world.caseId}/documents/${document.id}/annotations`, { body })
    const comments = async (query: string) => {
      const pdf = await open((await fetchBytes(`/appeals/${world.caseId}/file${query}`)).bytes)
      const found: string[] = []
      for (let page = 1; page <= pdf.numPages; page++) {
        const annotations = await (await pdf.getPage(page)).getAnnotations()
        found.push(...annotations.map((annotation) => String(annotation.contentsObj?.str ?? '')))
      }
      return found
    }
    assert.ok((await comments('?annotations=true')).some((text) => text.includes('the nexus is here')))
    assert.ok(!(await comments('')).some((text) => text.includes('the nexus is here')))
  })

  it('the ZIP holds one PDF a document and a manifest with their hashes', async () => {
    const { response, bytes } = await fetchBytes(`/appeals/${world.caseId}/file?format=zip`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/zip')
    assert.equal(bytes.subarray(0, 4).toString('latin1'), 'PK\x03\x04')
    const entries = bytes.toString('latin1').split('PK\x01\x02').slice(1)
    const names = entries.map((entry) =>
      entry.slice(42, 42 + entry.charCodeAt(24) + 256 * entry.charCodeAt(25)),
    )
    assert.equal(names.filter((name) => name.endsWith('.pdf')).length, documents.length)
    assert.equal(names.at(-1), 'manifest.json')
  })

  it('a wrong format is malformed', async () => {
    const { response } = await fetchBytes(`/appeals/${world.caseId}/file?format=docx`)
    assert.equal(response.status, 400)
  })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const open = (bytes: Buffer) =>
  getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
