import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { samplesIn } from '../../../tools/samples.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

export const debianPackages = ['nginx-light']

const page = join(import.meta.dirname, '../../../docs/how-to/run-it-for-real.md')
const documented = samplesIn(readFileSync(page, 'utf8')).find(({ language }) => language === 'nginx')
const megabyte = 1024 ** 2

describe('behind nginx, set up as the page says', () => {
  let world: World
  let proxy: Awaited<ReturnType<typeof startNginx>>
  let authorization: string

  before(async () => {
    world = await startWorld({ PORTICO_TRUST_PROXY: '1', PORTICO_ANONYMOUS_LIMIT: '40' })
    proxy = await startNginx(documented?.code ?? '', world.baseUrl)
    const { username, password } = world
    const answer = await fetch(`${proxy.url}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    authorization = `Bearer ${((await answer.json()) as { token: string }).token}`
  })
  after(async () => {
    await proxy?.stop()
    await world?.close()
  })

  const ask = async (path: string, options: RequestInit = {}) => {
    const headers = { authorization, ...(options.headers as Record<string, string>) }
    return fetch(proxy.url + path, { ...options, headers })
  }
  const beginUpload = async (bytes: number) => {
    const body = JSON.stringify({ bytes })
    const headers = { 'content-type': 'application/json' }
    const answer = await ask('/uploads', { method: 'POST', body, headers })
    return ((await answer.json()) as { upload: { id: string } }).upload.id
  }

  it('a large file goes through in one piece', async () => {
    const body = Buffer.alloc(48 * megabyte, 'evidence ')
    const id = await beginUpload(body.length)
    const headers = { 'content-type': 'application/octet-stream' }
    const sent = await ask(`/uploads/${id}?offset=0`, { method: 'PATCH', body, headers })
    assert.equal(sent.status, 200, await sent.clone().text())
    assert.equal(((await sent.json()) as { upload: { offset: number } }).upload.offset, body.length)
    assert.deepEqual(await proxy.buffered(), [], 'nginx writes none of it to its own disk')
  })

  const goesOn = 'bytes arrive while they are being sent, so that a broken upload goes on where it broke'
  it(goesOn, { timeout: 30_000 }, async () => {
    const id = await beginUpload(8 * megabyte)
    const sending = request(`${proxy.url}/uploads/${id}?offset=0`, {
      method: 'PATCH',
      headers: {
        authorization,
        'content-type': 'application/octet-stream',
        'content-length': 8 * megabyte,
      },
    })
    sending.on('error', () => {})
    sending.write(Buffer.alloc(4 * megabyte, 'a'))
    const offset = async () => {
      const answer = await ask(`/uploads/${id}`)
      return ((await answer.json()) as { upload: { offset: number } }).upload.offset
    }
    await until(async () => (await offset()) >= 4 * megabyte)
    sending.destroy()
  })

  it('an event stream is heard while it is open', async () => {
    const stop = new AbortController()
    const path = `/cases/${world.caseId}/events?after=0`
    const stream = await ask(path, { headers: { accept: 'text/event-stream' }, signal: stop.signal })
    assert.equal(stream.status, 200)
    assert.ok(stream.body)
    let heard = ''
    for await (const chunk of stream.body) {
      heard += Buffer.from(chunk)
      if (/^id: \d+@\d+\nevent: case\.opened$/m.test(heard)) break
    }
    stop.abort()
    assert.match(heard, /^id: \d+@\d+\nevent: case\.opened$/m)
  })

  it('a download is whole, and ranges work', async () => {
    const path = `/appeals/${world.caseId}/file`
    const whole = Buffer.from(await (await ask(path)).arrayBuffer())
    assert.equal(whole.subarray(0, 5).toString(), '%PDF-')
    const part = await ask(path, { headers: { range: 'bytes=5-104' } })
    assert.equal(part.status, 206)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(5, 105))
    assert.deepEqual(await proxy.buffered(), [])
  })

  it('callers are told apart by the address that nginx wrote, whatever they claim', async () => {
    let answer: Response | undefined
    for (let count = 0; count <= 40; count++)
      answer = await fetch(`${proxy.url}/appeals`, { headers: { 'x-forwarded-for': `203.0.113.${count}` } })
    assert.equal(answer?.status, 429)
  })
})

async function startNginx(location: string, upstream: string) {
  assert.match(location, /proxy_pass http:\/\/127\.0\.0\.1:8080;/, 'the page has its nginx block')
  const folder = await mkdtemp(join(tmpdir(), 'portico-nginx-'))
  const port = await freePort()
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = own.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  const service = `http://127.0.0.1:${new URL(upstream).port}`
  const configuration = `
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${paths}
  server {
    listen 127.0.0.1:${port};
    ${location.replace('http://127.0.0.1:8080', service)}
  }
}
`
  await writeFile(join(folder, 'nginx.conf'), configuration)
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
  const child: ChildProcess = spawn('/usr/sbin/nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`)
    return fetch(`${url}/healthz`).then(({ ok }) => ok, isNotThereYet)
  })
  return {
    url,
    /** What nginx has written to its own disk of requests and answers. */
    async buffered() {
      const log = readFileSync(join(folder, 'error.log'), 'utf8')
      const warnings = log.split('\n').filter((line) => /is buffered to a temporary file/.test(line))
      const files = await Promise.all(
        ['client_body', 'proxy'].map((name) => readdir(join(folder, name), { recursive: true })),
      )
      return [...warnings, ...files.flat()]
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isNotThereYet = () => false
