import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const run = promisify(execFile)

/** tempauth calls the account and its user together what S3 calls the access key. */
export const credentials = { accessKeyId: 'court:evidence', secretAccessKey: 's3cr3t-of-the-court' }
export const region = 'us-east-1'

export type Swift = Awaited<ReturnType<typeof startSwift>>

/** OpenStack Swift of Debian on loopback, which speaks S3 and verifies every signature. */
export async function startSwift() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-swift-'))
  await mkdir(join(folder, 'devices/one'), { recursive: true })
  const storage: { name: string; port: number }[] = []
  for (const name of ['account', 'container', 'object']) storage.push({ name, port: await freePort() })
  for (const { name, port } of storage) {
    await buildRing(folder, name, port)
    await writeFile(join(folder, `${name}.conf`), storageServer(folder, name, port))
  }
  const port = await freePort()
  const proxyConfig = join(folder, 'proxy.conf')
  await writeFile(proxyConfig, proxyServer(folder, port))

  const startProxy = () => startPart('proxy', proxyConfig, port)
  const stores = storage.map((one) => startPart(one.name, join(folder, `${one.name}.conf`), one.port))
  // It is the proxy that others talk to.
  let proxy: Part | undefined = startProxy()
  const goAway = async () => {
    await proxy?.kill()
    proxy = undefined
  }
  await Promise.all([...stores, proxy].map((part) => part.isUp()))
  return {
    endpoint: `http://127.0.0.1:${port}`,
    goAway,
    async beWell() {
      proxy?.child.kill('SIGCONT')
      proxy ??= startProxy()
      await proxy.isUp()
    },
    /** It takes connections, and says nothing. */
    hang: () => proxy?.child.kill('SIGSTOP'),
    async close() {
      await goAway()
      await Promise.all(stores.map((store) => store.kill()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Part = ReturnType<typeof startPart>

function startPart(name: string, config: string, port: number) {
  let said = ''
  const child = spawn(`swift-${name}-server`, [config, '-v'], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text) => {
      said = `${said}${text}`.slice(-4000)
    })
  const ended = new Promise((done) => child.once('exit', done))
  return {
    child,
    isUp: () =>
      until(async () => {
        assert.equal(child.exitCode, null, said)
        const answer = await fetch(`http://127.0.0.1:${port}/healthcheck`).catch(() => undefined)
        return answer?.status === 200
      }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function buildRing(folder: string, name: string, port: number) {
  const builder = join(folder, `${name}.builder`)
  await run('swift-ring-builder', [builder, 'create', '2', '1', '0'])
  await run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/one`, '1'])
  await run('swift-ring-builder', [builder, 'rebalance'])
}

const listening = (folder: string, port: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${process.env.USER ?? 'root'}
swift_dir = ${folder}
workers = 0
`

const storageServer = (folder: string, name: string, port: number) => `${listening(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
fallocate_reserve = 0

[pipeline:main]
pipeline = healthcheck ${name}-server

[app:${name}-server]
use = egg:swift#${name}

[filter:healthcheck]
use = egg:swift#healthcheck
`

const proxyServer = (folder: string, port: number) => {
  const filters = ['catch_errors', 'healthcheck', 'cache', 's3api', 'tempauth', 'copy', 'slo']
  const [account, user] = credentials.accessKeyId.split(':')
  const options: Record<string, string> = {
    // None is there: nothing is cached.
    cache: 'use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:1',
    s3api: `use = egg:swift#s3api\nlocation = ${region}`,
    tempauth: `use = egg:swift#tempauth\nuser_${account}_${user} = ${credentials.secretAccessKey} .admin`,
  }
  const sections = filters.map((name) => `[filter:${name}]\n${options[name] ?? `use = egg:swift#${name}`}\n`)
  return `${listening(folder, port)}
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

${sections.join('\n')}`
}
