import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { CaseDocument, CaseDocumentDetail, OpenedCase } from '@portico/contract/intake'
import type { Upload } from '@portico/contract/uploads'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const run = promisify(execFile)
const newCase = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
const megabyte = 1024 ** 2
const boundary = 'x-boundary'

/** A form by hand: each part as it is given, and the end as it is given. */
const formOf = (parts: [disposition: string, body: string][], end = `--${boundary}--\r\n`) =>
  parts
    .map(([disposition, body]) => `--${boundary}\r\ncontent-disposition: ${disposition}\r\n\r\n${body}\r\n`)
    .join('') + end
const casePart: [string, string] = ['form-data; name="case"', JSON.stringify(newCase)]
const filePart: [string, string] = ['form-data; name="file"; filename="a.txt"', 'The knee gave way.']
const multipart = (body: string, type = `multipart/form-data; boundary=${boundary}`) => ({
  body: new TextEncoder().encode(body),
  headers: { 'content-type': type },
})

describe('what comes in badly', () => {
  let world: World
  let http: Http
  before(async () => {
    world = await startWorld({ PORTICO_UPLOAD_MB: '2', PORTICO_SYNTH_PAGES: '5,6' })
    http = world.admin
  })
  after(() => world.close())

  const sentenceOf = (reply: { json: unknown }) => (reply.json as { error?: string } | undefined)?.error ?? ''
  async function refused(status: number, sentence: RegExp, ...asked: Parameters<Http>) {
    const reply = await http(...asked)
    assert.equal(reply.status, status, `${asked[0]} ${asked[1]}: ${reply.text.slice(0, 300)}`)
    assert.match(sentenceOf(reply), sentence)
  }
  const caseCount = async () =>
    ((await http('GET', '/appeals')).json as { appeals: unknown[] }).appeals.length
  const scratch = async () => {
    const files = await readdir(world.service.settings.dataFolder, { recursive: true, withFileTypes: true })
    return files.filter((entry) => entry.isFile() && /(^|\/)tmp$/.test(entry.parentPath)).length
  }
  /** Background work on what was filed has files there too, for a moment. */
  const nothingIsLeft = () => until(async () => (await scratch()) === 0)

  it('a form that is not one is refused, and leaves nothing behind', async () => {
    const count = await caseCount()
    const post = (...given: Parameters<typeof multipart>) => ['POST', '/cases', multipart(...given)] as const
    const whole = formOf([casePart, filePart])
    assert.equal((await http(...post(whole))).status, 201)
    assert.equal((await http(...post(formOf([filePart, casePart])))).status, 201, 'the file may come first')
    await refused(400, /not well formed/, ...post(formOf([casePart, filePart], '')))
    await refused(400, /not well formed/, ...post(whole.slice(0, whole.indexOf('knee'))))
    await refused(400, /not well formed|must have/, ...post(whole.replaceAll(boundary, 'another')))
    await refused(400, /no boundary/, ...post(whole, 'multipart/form-data'))
    await refused(400, /not well formed|must have/, ...post(''))
    await refused(400, /must have the part case/, ...post(formOf([filePart])))
    await refused(400, /the part file twice/, ...post(formOf([casePart, filePart, filePart])))
    await refused(400, /the part case twice/, ...post(formOf([casePart, casePart])))
    const many = Array.from({ length: 100 }, (_, n): [string, string] => [`form-data; name="p${n}"`, 'x'])
    await refused(400, /unknown part: p0|more than 4 parts/, ...post(formOf(many)))
    await refused(400, /unknown part: \. It takes|must have/, ...post(formOf([['form-data', 'x'], casePart])))
    await refused(400, /not valid JSON/, ...post(formOf([[casePart[0], 'knee'], filePart])))
    await refused(400, /not valid UTF-8/, 'POST', '/cases', {
      ...post(whole)[2],
      body: Buffer.from(formOf([[casePart[0], '"\xff"'], filePart]), 'latin1'),
    })
    const deep = '['.repeat(1000) + ']'.repeat(1000)
    await refused(400, /nested/, ...post(formOf([[casePart[0], deep], filePart])))
    assert.equal(await caseCount(), count + 2)
    await nothingIsLeft()
  })

  it('too many bytes are refused, by their announced size or when they have come', async () => {
    const count = await caseCount()
    const large = new Uint8Array(2 * megabyte + 1)
    const form = new FormData()
    form.set('case', JSON.stringify(newCase))
    form.set('file', new Blob([large]), 'large.txt')
    await refused(413, /at most 2 MB/, 'POST', '/cases', { body: form })
    const { caseId, documentId } = world
    const content = `/cases/${caseId}/documents/${documentId}/content`
    await refused(413, /at most 2 MB/, 'PUT', content, { body: large })
    await refused(413, /at most 2 MB/, 'POST', '/uploads', { body: { bytes: large.length } })
    const token = await tokenOf(world)
    const unannounced = await fetch(`${world.baseUrl}${content}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    assert.equal(unannounced.status, 413)
    const json = JSON.stringify({ ...newCase, docketNumber: 'x'.repeat(9 * megabyte) })
    await refused(
      413,
      /JSON of a form may have at most 8 MB/,
      'POST',
      '/cases',
      multipart(formOf([[casePart[0], json]])),
    )
    assert.equal(await caseCount(), count)
    await nothingIsLeft()
  })

  it('two files are one too many, and none is one too few', async () => {
    const bytes = new TextEncoder().encode('Sent as an upload.')
    const upload = await uploaded(http, bytes)
    const documents = `/cases/${world.caseId}/documents`
    const document: [string, string] = [
      'form-data; name="document"',
      JSON.stringify({ name: 'Two', uploadId: upload.id }),
    ]
    await refused(
      400,
      /either a file or uploadId/,
      'POST',
      documents,
      multipart(formOf([document, filePart])),
    )
    await refused(400, /file is missing/, 'POST', documents, { body: { name: 'None' } })
    const content = `${documents}/${world.documentId}/content`
    await refused(400, /either a file or uploadId/, 'PUT', `${content}?uploadId=${upload.id}`, {
      body: bytes,
    })
    await refused(400, /body is empty/, 'PUT', content)
    await refused(400, /unknown parameter/, 'PUT', `${content}?upload=${upload.id}`)
  })

  it('curl that waits for 100 Continue is told at once whether to go on', async (context) => {
    const hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    )
    if (!hasCurl) return context.skip('there is no curl on this machine')
    const folder = await mkdtemp(join(tmpdir(), 'portico-curl-'))
    const token = await tokenOf(world)
    const sent = async (megabytes: number) => {
      const path = join(folder, 'sent.txt')
      await writeFile(path, randomBytes((megabytes * megabyte) / 2).toString('hex'))
      const form = ['-F', `document={"name":"By curl, ${megabytes}"}`, '-F', `file=@${path}`]
      const asking = ['-s', '-H', 'expect: 100-continue', '-H', `authorization: Bearer ${token}`]
      const to = `${world.baseUrl}/cases/${world.caseId}/documents`
      const { stdout } = await run('curl', [...asking, ...form, '-w', '\n%{http_code} %{size_upload}', to])
      const [status = 0, size = 0] = (stdout.split('\n').at(-1) ?? '').split(' ').map(Number)
      return { status, size }
    }
    assert.equal((await sent(1)).status, 201)
    assert.deepEqual(await sent(30), { status: 413, size: 0 })
    const patient = ['-s', '--expect100-timeout', '60', '-H', 'expect: 100-continue', '-m', '30']
    const asJson = ['-H', 'content-type: application/json', '-d', JSON.stringify(newCase)]
    const as = ['-H', `authorization: Bearer ${token}`]
    const { stdout } = await run('curl', [...patient, ...as, ...asJson, `${world.baseUrl}/cases`])
    assert.match(stdout, /^\{"case":/)
    const stranger = await run('curl', [
      ...patient,
      ...asJson,
      '-w',
      ' %{http_code} %{size_upload}',
      `${world.baseUrl}/cases`,
    ])
    assert.match(stranger.stdout, / 401 0$/)
    await rm(folder, { recursive: true })
  })

  it('a form that breaks off is nobody’s case, and its bytes go', async () => {
    const count = await caseCount()
    const whole = formOf([casePart, filePart])
    const token = await tokenOf(world)
    const { hostname, port } = new URL(world.baseUrl)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /cases HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${whole.length}\r\n\r\n` +
        whole.slice(0, -30),
    )
    await until(async () => (await scratch()) > 0)
    socket.destroy()
    await nothingIsLeft()
    assert.equal(await caseCount(), count)
  })

  it('a document is filed when its last byte has come, not when its first one does', async () => {
    const whole = formOf([['form-data; name="document"', JSON.stringify({ name: 'Slow' })], filePart])
    const token = await tokenOf(world)
    const { hostname, port } = new URL(world.baseUrl)
    const socket = connect(Number(port), hostname)
    const answered = text(socket)
    socket.write(
      `POST /cases/${world.caseId}/documents HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n` +
        `authorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\n` +
        `content-length: ${whole.length}\r\n\r\n${whole.slice(0, -30)}`,
    )
    await until(async () => (await scratch()) > 0)
    await sleep(5)
    const beforeLast = new Date().toISOString()
    socket.write(whole.slice(-30))
    const answer = await answered
    assert.match(answer, /^HTTP\/1\.1 201 /)
    const filedAt = /"filedAt":"([^"]+)"/.exec(answer)?.[1] ?? ''
    assert.ok(filedAt >= beforeLast, `${filedAt} is not before ${beforeLast}`)
  })

  it('an upload whose connection hangs is gone on with by another', async () => {
    const bytes = new TextEncoder().encode('0123456789')
    const { upload } = (await http('POST', '/uploads', { body: { bytes: 10 } })).json as { upload: Upload }
    const token = await tokenOf(world)
    const { hostname, port } = new URL(world.baseUrl)
    const socket = connect(Number(port), hostname)
    const answered = text(socket)
    socket.write(
      `PATCH /uploads/${upload.id}?offset=0 HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n` +
        `authorization: Bearer ${token}\r\ncontent-type: application/octet-stream\r\n` +
        'content-length: 10\r\n\r\n0123',
    )
    const offset = async () =>
      ((await http('GET', `/uploads/${upload.id}`)).json as { upload: Upload }).upload.offset
    await until(async () => (await offset()) === 4)
    const fresh = await http('PATCH', `/uploads/${upload.id}?offset=4`, { body: bytes.slice(4) })
    assert.equal(fresh.status, 200, fresh.text)
    socket.write('xxxxxx')
    assert.match(await answered, /^HTTP\/1\.1 409 .*taken over/s)
    const filed = await http('POST', `/cases/${world.caseId}/documents`, {
      body: { name: 'Taken over', uploadId: upload.id },
    })
    const { document } = filed.json as CaseDocumentDetail
    const original = await http('GET', `/cases/${world.caseId}/documents/${document.id}/original`)
    assert.equal(original.text, '0123456789')
  })

  it('parts that come at once end in one whole file', async () => {
    const bytes = new TextEncoder().encode('Only once, please.')
    const { upload } = (await http('POST', '/uploads', { body: { bytes: bytes.length } })).json as {
      upload: Upload
    }
    const path = `/uploads/${upload.id}`
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => http('PATCH', `${path}?offset=0`, { body: bytes })),
    )
    // One may take over from another whose bytes have all come: then none of them is told so.
    for (const { status, text } of replies) assert.ok(status === 200 || status === 409, text)
    const { offset } = ((await http('GET', path)).json as { upload: Upload }).upload
    assert.equal(offset, bytes.length)
    await refused(400, /must have offset|offset/, 'PATCH', path, { body: bytes })
    await refused(400, /bytes left/, 'PATCH', `${path}?offset=${bytes.length}`, { body: bytes })
    const opened = await http('POST', '/cases', { body: { ...newCase, uploadId: upload.id } })
    assert.equal((opened.json as OpenedCase).case.originalPdfBytes, bytes.length)
  })

  it('an upload that hashes to something else is not taken in', async () => {
    const upload = await uploaded(http, new TextEncoder().encode('forged'), { sha256: 'a'.repeat(64) })
    await refused(400, /hashes to .* send it again/, 'POST', '/cases', {
      body: { ...newCase, uploadId: upload.id },
    })
    await refused(400, /sha256/, 'POST', '/uploads', { body: { bytes: 1, sha256: 'A'.repeat(64) } })
    await refused(400, /bytes/, 'POST', '/uploads', { body: { bytes: 0 } })
  })

  it('a form or JSON is never taken for the bytes of a file', async () => {
    const { json } = await http('POST', '/cases', multipart(formOf([casePart, filePart])))
    const { case: made, documents } = json as OpenedCase
    const { upload } = (await http('POST', '/uploads', { body: { bytes: 9 } })).json as { upload: Upload }
    const revision = ['PUT', `/cases/${made.id}/documents/${documents[0]!.id}/content`] as const
    const part = ['PATCH', `/uploads/${upload.id}?offset=0`] as const
    for (const [method, path] of [revision, part]) {
      await refused(415, /the bytes themselves/, method, path, multipart(formOf([filePart])))
      await refused(415, /the bytes themselves/, method, path, { body: { name: 'x' } })
    }
    const after = (await http('GET', `/cases/${made.id}/documents`)).json as { documents: CaseDocument[] }
    assert.equal(after.documents[0]?.version, 1)
    assert.deepEqual((await http('GET', `/uploads/${upload.id}`)).json, { upload })
  })

  it('many documents are named in JSON alone as in a form', async () => {
    const documents = Array.from({ length: 12_000 }, () => ({ name: 'n'.repeat(100), pageCount: 1 }))
    const body = { ...newCase, documents, uploadId: 'upl_none' }
    await refused(404, /no such upload/, 'POST', '/cases', { body })
  })

  it('a document needs a name that is more than blanks', async () => {
    const named = [['form-data; name="document"', '{"name":"  "}'], filePart] as [string, string][]
    const { json } = await http('POST', '/cases', multipart(formOf([casePart])))
    const at = `/cases/${(json as OpenedCase).case.id}/documents`
    await refused(400, /needs a name/, 'POST', at, multipart(formOf(named)))
  })

  it('what the contract does not know is refused', async () => {
    const documents = `/cases/${world.caseId}/documents`
    await refused(400, /status/, 'GET', `${documents}?status=lost`)
    await refused(400, /version/, 'GET', `${documents}/${world.documentId}/versions/one/content`)
    await refused(404, /no version 9/, 'GET', `${documents}/${world.documentId}/versions/9/content`)
    await refused(400, /why/, 'PUT', `${documents}/${world.documentId}/status`, { body: { status: 'held' } })
    await refused(400, /why/, 'PUT', `${documents}/${world.documentId}/status`, {
      body: { status: 'held', why: '  ' },
    })
    await refused(415, /must be JSON/, 'PUT', `${documents}/${world.documentId}/duplicates`, {
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    })
  })

  it('a signed URL is over after its minutes, and is good for nothing else', async () => {
    const { access } = (await http('POST', `/cases/${world.caseId}/scoped-access`)).json as {
      access: { expiresAt: string; files: { url: string; sha256: string }[] }
    }
    const url = access.files[0]?.url ?? ''
    const lifetime = Date.parse(access.expiresAt) - Date.now()
    assert.ok(lifetime > 13 * 60_000 && lifetime <= 15 * 60_000)
    assert.equal((await fetch(url, { headers: { range: 'bytes=999999999-' } })).status, 416)
    assert.equal((await fetch(url, { method: 'POST' })).status, 401)
    const [grant = '', mac = ''] = (url.split('/').at(-1) ?? '').split('.')
    const facts = JSON.parse(Buffer.from(grant, 'base64url').toString())
    const later = Buffer.from(JSON.stringify({ ...facts, expiresAt: '2099-01-01' })).toString('base64url')
    for (const forged of [`${later}.${mac}`, `${grant}.`, grant, `${grant}.${'A'.repeat(43)}`, '.', 'x']) {
      const reply = await world.anonymous('GET', `/scoped-bytes/${forged}`)
      assert.equal(reply.status, 403, forged)
    }
    const asToken = await fetch(`${world.baseUrl}/appeals`, {
      headers: { authorization: `Bearer ${grant}.${mac}` },
    })
    assert.equal(asToken.status, 401)
    const { scopedAccess } = world.service.portico
    assert.throws(() => scopedAccess.read(`${grant}.${mac}`, new Date(access.expiresAt)), /has expired/)
    const before = new Date(Date.parse(access.expiresAt) - 1)
    const read = scopedAccess.read(`${grant}.${mac}`, before)
    assert.equal(read.sha256, access.files[0]?.sha256)
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

async function uploaded(http: Http, bytes: Uint8Array, more: object = {}): Promise<Upload> {
  const begun = await http('POST', '/uploads', { body: { bytes: bytes.length, ...more } })
  const { upload } = begun.json as { upload: Upload }
  await http('PATCH', `/uploads/${upload.id}?offset=0`, { body: bytes })
  return upload
}
