import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { credentials, folderWithDatabase, type Running, servePortico, tokenAt } from '../process.ts'

describe('the log', () => {
  const scrapes = { authorization: 'Bearer only for the tests' }
  let database: TestDatabase
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let running: Running
  before(async () => {
    database = await freshDatabase({ size: 1 })
    folder = await folderWithDatabase()
    running = await servePortico({
      PORTICO_DATA: folder.path,
      DATABASE_URL: database.url,
      PORTICO_SYNTH_PAGES: '6',
      PORTICO_LOG: 'trace',
      PORTICO_METRICS_TOKEN: 'only for the tests',
    })
  })
  after(async () => {
    running.child.kill('SIGKILL')
    await running.ended
    await database.close()
    await folder.remove()
  })

  it('names every request in one line of JSON, and holds no secret and nothing of a case', async () => {
    const token = await tokenAt(running.url)
    const ask = (method: string, path: string, body?: unknown) =>
      fetch(running.url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const { appeals } = (await (await ask('GET', '/appeals')).json()) as { appeals: { id: string }[] }
    const listed = await ask('GET', `/appeals/${appeals[0]!.id}/documents`)
    const { documents } = (await listed.json()) as { documents: { id: string; startPage: number }[] }
    const document = `/appeals/${appeals[0]!.id}/documents/${documents[0]!.id}`
    await ask('POST', `${document}/tags`, { text: 'Zebrawood' })
    await ask('DELETE', `${document}/tags/Zebrawood`)
    await ask('POST', `${document}/annotations`, { page: documents[0]!.startPage, comment: 'Quicksilver' })
    await ask('GET', `/appeals/${appeals[0]!.id}/search?q=Marzipan`)
    await ask('POST', `${document}/annotations`, { page: 'Gooseberry' })
    // A failure deep inside, to see what an error leaves behind.
    await database.script(`alter table projections.tags rename to tags_away`)
    const failed = await ask('POST', `${document}/tags`, { text: 'Synthetic Marzipan' })
    await database.script(`alter table projections.tags_away rename to tags`)
    assert.equal(failed.status, 500)
    assert.match(await failed.text(), /x-request-id/)
    const asked = await ask('POST', `/cases/${appeals[0]!.id}/scoped-access`)
    const { access } = (await asked.json()) as { access: { files: { url: string }[] } }
    const signed = new URL(access.files[0]!.url)
    for (let times = 0; times < 20; times++) await leaveAtFirstByte(signed)

    for (const probe of ['/healthz', '/readyz', '/metrics'])
      assert.equal((await fetch(running.url + probe, { headers: scrapes })).status, 200, probe)

    running.child.kill('SIGTERM')
    const { stderr } = await running.ended
    const written = stderr.split('\n').filter((line) => line !== '')
    assert.deepEqual(
      written.filter((line) => !line.startsWith('{')),
      [],
      'the log is JSON only',
    )
    const lines = written.map((line) => JSON.parse(line))
    for (const route of ['/healthz', '/readyz', '/metrics']) {
      const levels = lines
        .filter((line) => line.route === route && line.status === 200)
        .map(({ level }) => level)
      assert.deepEqual([...new Set(levels)], [20], `${route} is logged at debug`)
    }
    const answered = lines.filter(({ msg }) => msg === 'answered')
    assert.ok(answered.length >= 8)
    assert.ok(answered.every(({ reqId, route, status }) => /^req_/.test(reqId) && route && status))
    const errors = lines.filter(({ msg }) => msg === 'request failed')
    assert.equal(errors.length, 1)
    assert.equal(errors[0].reqId, failed.headers.get('x-request-id'))
    for (const secret of [
      token,
      credentials.password,
      'Zebrawood',
      'Quicksilver',
      'Marzipan',
      'Gooseberry',
      signed.pathname.slice('/scoped-bytes/'.length),
    ]) {
      assert.ok(!stderr.includes(secret), `${secret.slice(0, 12)} is not in the log`)
    }
    assert.ok(!lines.some(({ level }) => level >= 40 && level < 50), 'nothing that works is a warning')
  })
})

/** As one does who has all bytes that were announced before the server has closed its file. */
async function leaveAtFirstByte({ hostname, port, pathname }: URL) {
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
  await once(socket, 'data')
  socket.destroy()
}
