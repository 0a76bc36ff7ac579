import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  databaseHasEnded,
  folderWithDatabase,
  portico,
  type Running,
  servePortico,
  tokenAt,
} from '../process.ts'
import { until } from '../until.ts'

/** Tags a document without pause and remembers what was acknowledged; an error is not a refusal, so it repeats. */
function startWriter(name: string, target: () => { url: string; token: string; path: string }) {
  const acknowledged: string[] = []
  let isDone = false
  const writing = (async () => {
    for (let count = 0; !isDone; count++) {
      const text = `${name} ${count}`
      while (!isDone) {
        const { url, token, path } = target()
        const response = await fetch(`${url}${path}/tags`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': text,
          },
          body: JSON.stringify({ text }),
          signal: AbortSignal.timeout(5000),
        }).catch(() => undefined)
        if (response?.status === 201) {
          acknowledged.push(text)
          break
        }
        await response?.body?.cancel()
        await sleep(50)
      }
    }
  })()
  const writer = {
    acknowledged,
    async stop() {
      isDone = true
      await writing
    },
  }
  writers.push(writer)
  return writer
}

/** Those of a test that failed are stopped as well. */
const writers: { stop(): Promise<void> }[] = []

/** False where the file names a server that has gone, or none. */
function hasKilled(pidFile: string): boolean {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
    return true
  } catch (error) {
    if (['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code!)) return false
    throw error
  }
}

describe('kill -9 under writes', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let running: Running
  let token: string
  let path: string
  before(async () => {
    folder = await folderWithDatabase()
    running = await start()
    token = await tokenAt(running.url)
    const { appeals } = await ask<{ appeals: { id: string }[] }>('/appeals')
    const { documents } = await ask<{ documents: { id: string }[] }>(`/appeals/${appeals[0]!.id}/documents`)
    path = `/appeals/${appeals[0]!.id}/documents/${documents[0]!.id}`
  })
  afterEach(() => Promise.all(writers.splice(0).map((writer) => writer.stop())))
  after(async () => {
    running.child.kill('SIGKILL')
    await running.ended
    await databaseHasEnded(folder.path)
    await folder.remove()
  })

  const start = () => servePortico({ PORTICO_DATA: folder.path, PORTICO_SYNTH_PAGES: '6' })
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(running.url + path, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(response.status, 200, path)
    return (await response.json()) as T
  }
  const target = () => ({ url: running.url, token, path })
  const lost = async (acknowledged: string[]) => {
    const { document } = await ask<{ document: { tags: string[] } }>(path)
    const kept = new Set(document.tags)
    return acknowledged.filter((text) => !kept.has(text))
  }

  it('of the service: nothing acknowledged is lost, and every restart serves', async () => {
    const writers = ['a', 'b', 'c'].map((name) => startWriter(`service ${name}`, target))
    const count = () => writers.flatMap(({ acknowledged }) => acknowledged).length
    for (let round = 0; round < 5; round++) {
      const before = count()
      await until(() => count() > before + 4)
      // While the next ones are on their way, nearer to their end each time.
      await sleep(round * 5)
      running.child.kill('SIGKILL')
      await running.ended
      running = await start()
      const so = writers.flatMap(({ acknowledged }) => [...acknowledged])
      assert.deepEqual(await lost(so), [], `after round ${round}`)
    }
    await Promise.all(writers.map((writer) => writer.stop()))
    const all = writers.flatMap(({ acknowledged }) => acknowledged)
    assert.ok(all.length > 20, `${all.length} writes were acknowledged`)
    assert.deepEqual(await lost(all), [])
  })

  it('of the database: nothing acknowledged is lost, and the service goes on', async () => {
    const writers = ['a', 'b'].map((name) => startWriter(`database ${name}`, target))
    const pidFile = join(folder.path, 'database/postgres/postmaster.pid')
    let killed = 0
    const count = () => writers.flatMap(({ acknowledged }) => acknowledged).length
    for (let round = 0; round < 4; round++) {
      const before = count()
      await until(() => count() > before + 2)
      await sleep(round * 5)
      // A process of the server before may have answered once more: its successor is the one to kill.
      await until(() => hasKilled(pidFile))
      killed += 1
    }
    const before = count()
    await until(() => count() > before + 2)
    await Promise.all(writers.map((writer) => writer.stop()))
    assert.equal(killed, 4)
    assert.deepEqual(await lost(writers.flatMap(({ acknowledged }) => acknowledged)), [])
  })

  it('leaves every chain whole, and rebuilding changes nothing', async () => {
    const env = { PORTICO_DATA: folder.path }
    const { code, stdout } = await portico(['verify', '--json'], env).ended
    assert.equal(code, 0, stdout)
    assert.deepEqual(JSON.parse(stdout).faults, [])
    const before = await ask(path)
    assert.equal((await portico(['rebuild'], env).ended).code, 0)
    assert.deepEqual(await ask(path), before)
  })
})
