import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { ImportError, type Import as ImportFacts } from '@portico/contract/imports'
import { Compile } from 'typebox/compile'
import yazl from 'yazl'
import { conforms } from '../conforms.ts'
import { caseRow, documentRow, header, manifestOf } from '../loading.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const example = join(import.meta.dirname, '../../../docs/examples/bulk-load')

describe('bulk load over HTTP', () => {
  let world: World
  let token: string
  before(async () => {
    world = await startWorld({ PORTICO_SYNTH_PAGES: '6' })
    const { username, password } = world
    const { json } = await world.anonymous('POST', '/auth/token', { body: { username, password } })
    token = (json as { token: string }).token
  })
  after(() => world.close())

  async function send(bytes: Buffer | string, query = '', headers: Record<string, string> = {}) {
    const response = await fetch(`${world.baseUrl}/imports${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', ...headers },
      body: bytes as string,
    })
    return {
      status: response.status,
      json: (await response.json()) as { import: ImportFacts; error?: string },
    }
  }

  async function ended(id: string): Promise<ImportFacts> {
    return await until(async () => {
      const { json } = await world.admin('GET', `/imports/${id}`)
      conforms('getImport', { status: 200, json })
      const { import: told } = json as { import: ImportFacts }
      return told.status !== 'waiting' && told.status !== 'running' && told
    })
  }

  async function zipOf(files: Record<string, Buffer | string>): Promise<Buffer> {
    const zip = new yazl.ZipFile()
    for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name)
    zip.end()
    return buffer(zip.outputStream)
  }

  it('a ZIP is loaded by the background, read, searchable, and told of', async () => {
    const files: Record<string, Buffer> = {}
    for (const name of ['manifest.ndjson', 'files/rating-decision.pdf', 'files/treatment-records.pdf'])
      files[name] = await readFile(join(example, name))
    const { status, json } = await send(await zipOf(files))
    assert.equal(status, 202)
    conforms('startImport', { status: 202, json })
    const told = await ended(json.import.id)
    assert.deepEqual([told.status, told.rows], ['done', { loaded: 12, skipped: 0, failed: 0 }])
    assert.equal(told.createdBy, world.username)
    assert.ok(told.rowsPerSecond! > 0)

    const { json: listed } = await world.admin('GET', '/appeals')
    const { appeals } = listed as { appeals: { id: string; docketNumber: string }[] }
    const { id: caseId } = appeals.find(({ docketNumber }) => docketNumber === '190319-100482')!
    const { json: events } = await world.admin(
      'GET',
      `/cases/${caseId}/events?types=case.historyRecorded,party.recorded`,
    )
    conforms('listCaseEvents', { status: 200, json: events })
    assert.equal((events as { events: unknown[] }).events.length, 4)
    const pages = await until(async () => {
      const { json: found } = await world.admin('GET', `/appeals/${caseId}/search?q=ringing`)
      const { hits } = found as { hits: { page: number }[] }
      return hits.length === 2 && hits.map(({ page }) => page)
    }, 100)
    assert.deepEqual(pages, [3, 5])
  })

  it('names no bytes of other cases by their hash, and rows that fail are told line by line', async () => {
    const { json: shown } = await world.admin(
      'GET',
      `/cases/${world.caseId}/events?types=document.filed&limit=1`,
    )
    const { sha256 } = (shown as { events: { data: { content: { sha256: string } } }[] }).events[0]!.data
      .content
    const rows = [
      header,
      caseRow('alone'),
      documentRow('alone-1', 'alone', { sha256 }),
      documentRow('alone-2', 'alone', { file: 'beside.pdf' }),
      { type: 'spell' },
    ]
    const { json } = await send(manifestOf(rows), '', { 'content-type': 'application/x-ndjson' })
    const told = await ended(json.import.id)
    assert.deepEqual(told.rows, { loaded: 1, skipped: 0, failed: 3 })
    const reply = await world.admin('GET', `/imports/${told.id}/errors`)
    assert.match(reply.headers.get('content-type') ?? '', /^application\/x-ndjson/)
    const errors = reply.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const error of errors) assert.deepEqual([...Compile(ImportError).Errors(error)], [])
    assert.deepEqual(
      errors.map(({ line, type, externalId }) => [line, type, externalId]),
      [
        [3, 'document', 'alone-1'],
        [4, 'document', 'alone-2'],
        [5, 'spell', undefined],
      ],
    )
    assert.match(errors[0].error, /No file on an earlier line has the hash/)
    assert.match(errors[1].error, /no files beside this manifest/)
    assert.equal(
      (await world.admin('GET', `/imports/${told.id}/errors?after=4`)).text.trimEnd().split('\n').length,
      1,
    )
  })

  it('is paused, resumed and cancelled, and lists come newest first', async () => {
    const { json } = await send(manifestOf([header, caseRow('status')]), '?dryRun=true')
    const { id } = await ended(json.import.id)
    const list = await world.admin('GET', '/imports?limit=1')
    conforms('listImports', { status: 200, json: list.json })
    const { imports, next } = list.json as { imports: ImportFacts[]; next: string }
    assert.deepEqual([imports.map((one) => one.id), next], [[id], id])
    const rest = (await world.admin('GET', `/imports?after=${next}`)).json as { imports: ImportFacts[] }
    assert.ok(rest.imports.length >= 2 && rest.imports.every((one) => one.id !== id))
    const over = await world.admin('PUT', `/imports/${id}/status`, { body: { status: 'running' } })
    assert.equal(over.status, 422)
    // One that nobody runs, to be held still.
    await world.service.db.rows(`update imports set status = 'paused', bytes_read = 0 where id = $1`, [id])
    const resumed = await world.admin('PUT', `/imports/${id}/status`, { body: { status: 'running' } })
    conforms('setImportStatus', { status: 200, json: resumed.json })
    assert.equal((await ended(id)).status, 'done')
    await world.service.db.rows(`update imports set status = 'paused' where id = $1`, [id])
    const cancelled = await world.admin('PUT', `/imports/${id}/status`, { body: { status: 'cancelled' } })
    assert.equal((cancelled.json as { import: ImportFacts }).import.status, 'cancelled')
  })

  it('sent again under its key is the same import, and other bytes are a conflict', async () => {
    const key = { 'idempotency-key': 'import once' }
    const manifest = manifestOf([header, caseRow('keyed')])
    const first = await send(manifest, '', key)
    const again = await send(manifest, '', key)
    assert.equal(again.json.import.id, first.json.import.id)
    const other = await send(manifestOf([header]), '', key)
    assert.equal(other.status, 409)
    await ended(first.json.import.id)
  })

  it('what cannot be an import is refused with its status', async () => {
    const refused = async (
      answer: Promise<{ status: number; json: unknown }>,
      status: number,
      sentence: RegExp,
    ) => {
      const { status: got, json } = await answer
      assert.equal(got, status, JSON.stringify(json))
      assert.match((json as { error: string }).error, sentence)
    }
    await refused(send(''), 400, /body is empty/)
    await refused(send('PK\x03\x04 and nothing more'), 400, /ZIP cannot be read/)
    await refused(send(await zipOf({ 'other.txt': 'x' })), 400, /no file "manifest.ndjson" in the ZIP/)
    await refused(send('x', '?dry=true'), 400, /unknown parameter: dry/)
    await refused(world.admin('GET', '/imports/imp_none'), 404, /no import with this id/)
    await refused(world.admin('GET', '/imports/imp_none/errors'), 404, /no import/)
    await refused(
      world.admin('PUT', '/imports/imp_none/status', { body: { status: 'done' } }),
      400,
      /running, paused/,
    )
    const drafter: Http = await world.member('drafter', ['drafter'])
    for (const [method, path, body] of [
      ['GET', '/imports', undefined],
      ['GET', '/imports/imp_none', undefined],
      ['GET', '/imports/imp_none/errors', undefined],
      ['PUT', '/imports/imp_none/status', { status: 'paused' }],
      ['POST', '/imports', {}],
    ] as const)
      await refused(drafter(method, path, body === undefined ? {} : { body }), 403, /roles do not allow/)
    const operator = await world.member('loader', ['operator'])
    assert.equal((await operator('GET', '/imports')).status, 200)
  })
})
