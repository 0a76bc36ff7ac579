import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyPreparedCluster } from '../test/prepared-cluster.ts'
import { until } from '../test/until.ts'
import { openDatabase } from './db.ts'
import { type EmbeddedEvents, findCluster, pointTo, removeCluster, startEmbedded } from './embedded.ts'
import { StartFailure } from './start-failure.ts'

describe('the embedded database', () => {
  let folder: string
  let cleanUp: (() => Promise<void>)[]
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-embedded-'))
    await chmod(folder, 0o711)
    cleanUp = []
  })
  afterEach(async () => {
    for (const undo of cleanUp.toReversed()) await undo()
    await rm(folder, { recursive: true, force: true })
  })

  async function start(at = folder, events?: EmbeddedEvents) {
    const server = await startEmbedded(at, events)
    const db = openDatabase({ url: server.url, size: 2, recover: server.ensure })
    cleanUp.push(server.stop, db.close)
    return { server, db }
  }

  const serverPid = (cluster: string) =>
    Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

  it('keeps what was written from one start to the next', async () => {
    const first = await startEmbedded(folder)
    const db = openDatabase({ url: first.url, size: 1 })
    await db.script(`create table kept (n int); insert into kept values (7)`)
    await db.close()
    await first.stop()
    const { db: again } = await start()
    assert.deepEqual(await again.rows(`select n from kept`), [{ n: 7 }])
  })

  it('is shared by whoever starts on the same folder, and outlives the one that started it', async () => {
    await copyPreparedCluster(folder)
    const first = await start()
    const second = await start()
    await first.db.script(`create table shared (n int); insert into shared values (1)`)
    assert.deepEqual(await second.db.rows(`select n from shared`), [{ n: 1 }])
    await first.server.stop()
    assert.deepEqual(await second.db.rows(`select n from shared`), [{ n: 1 }])
  })

  it('comes back by itself when the server is killed', async () => {
    await copyPreparedCluster(folder)
    let ends = 0
    const { db } = await start(folder, { onEnded: () => (ends += 1) })
    await db.script(`create table kept (n int); insert into kept values (1)`)
    const pidFile = join(folder, 'postgres/postmaster.pid')
    for (let round = 0; round < 3; round++) {
      const killed = serverPid(join(folder, 'postgres'))
      process.kill(killed, 'SIGKILL')
      await until(async () => {
        const rows = await db.rows(`select n from kept`).catch(() => undefined)
        if (rows) assert.deepEqual(rows, [{ n: 1 }])
        return rows && existsSync(pidFile) && serverPid(join(folder, 'postgres')) !== killed
      })
    }
    assert.ok(ends >= 3, 'each time it is told')
  })

  it('comes back by itself when it is told to end while it is in use', async () => {
    await copyPreparedCluster(folder)
    let ends = 0
    const { db } = await start(folder, { onEnded: () => (ends += 1) })
    const told = serverPid(join(folder, 'postgres'))
    // It would wait for this connection, and take no other in until then.
    const client = await db.pool.connect()
    await client.query('select 1')
    process.kill(told, 'SIGTERM')
    try {
      await soon(() => ends === 1)
    } finally {
      client.release(true)
    }
    await until(() => db.rows(`select 1 as one`).catch(() => undefined))
    assert.notEqual(serverPid(join(folder, 'postgres')), told)
  })

  it('leaves no server behind when its process is killed', async () => {
    await copyPreparedCluster(folder)
    const code = `
      import { type EmbeddedEvents, startEmbedded } from '${import.meta.dirname}/embedded.ts'
      await startEmbedded('${folder}')
      console.log('up')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    cleanUp.push(async () => void child.kill('SIGKILL'))
    await new Promise((up) => child.stdout.once('data', up))
    const pid = serverPid(join(folder, 'postgres'))
    child.kill('SIGKILL')
    await until(() => !isThere(pid))
  })

  it('that cannot start says why after a few tries', async () => {
    await copyPreparedCluster(folder)
    await (await startEmbedded(folder)).stop()
    const log = join(folder, 'postgres.log')
    await appendFile(join(folder, 'postgres/postgresql.conf'), '\nno_such_setting_at_all = = 1\n')
    await truncate(log)
    await assert.rejects(startEmbedded(folder), (error) => {
      assert.ok(error instanceof StartFailure)
      assert.match(error.message, /^The database in .* does not start; .* ends with: .*postgresql\.conf/)
      return true
    })
    const tries = readFileSync(log, 'utf8').match(/FATAL/g)?.length
    assert.equal(tries, 3)
  })

  it('runs in a folder whose path is longer than a socket may have', async () => {
    const deep = join(
      folder,
      ...Array.from({ length: 12 }, (_, index) => `a-rather-long-folder-name-${index}`),
    )
    await mkdir(deep, { recursive: true })
    execFileSync('chmod', ['-R', 'a+rx', folder])
    const { db } = await start(deep)
    assert.deepEqual(await db.rows(`select 1 as one`), [{ one: 1 }])
  })

  it('as root, runs for a folder that no other account can enter', {
    skip: process.getuid?.() !== 0 && 'not root',
  }, async () => {
    const inside = join(folder, 'private', 'data')
    await mkdir(inside, { recursive: true })
    execFileSync('chmod', ['700', join(folder, 'private'), folder])
    const { db } = await start(inside)
    assert.deepEqual(await db.rows(`select 1 as one`), [{ one: 1 }])
    const location = readFileSync(join(inside, 'postgres-location'), 'utf8').trim()
    assert.ok(existsSync(join(location, 'PG_VERSION')))
    cleanUp.unshift(() => rm(location, { recursive: true, force: true }))
  })

  it('a cluster outside of its folder is named when the folder has gone, and can be used and removed', {
    skip: process.getuid?.() !== 0 && 'not root',
  }, async () => {
    const inside = join(folder, 'data')
    await mkdir(inside)
    execFileSync('chmod', ['700', folder])
    const first = await startEmbedded(inside)
    const path = findCluster(inside)?.path ?? ''
    assert.deepEqual([dirname(path), findCluster(inside)?.isRunning], ['/var/lib/portico', true])
    await first.stop()
    await rm(inside, { recursive: true })
    const isNamed = (error: Error) => error instanceof StartFailure && error.message.includes(path)
    await assert.rejects(startEmbedded(inside), isNamed)
    assert.deepEqual(findCluster(inside), { path, isRunning: false })
    await pointTo(inside, path)
    await (await startEmbedded(inside)).stop()
    await removeCluster(path)
    assert.equal(existsSync(path), false)
    await rm(inside, { recursive: true })
    assert.equal(findCluster(inside), undefined)
  })
})

/** Well within the time that a service has to end. */
async function soon(isSo: () => boolean) {
  const deadline = performance.now() + 5000
  while (!isSo()) {
    assert.ok(performance.now() < deadline, 'it did not end by itself')
    await sleep(20)
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
