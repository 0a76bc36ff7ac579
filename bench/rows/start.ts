import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../server/store/embedded.ts'
import { defaultSizes } from '../../server/synth/names.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'
import { runCommand, type Spawned, serviceEnv, spawnReadyMade, spawnService } from '../processes.ts'
import { tempFolder } from '../temp-folder.ts'

const rounds = 3
const sandboxRounds = 2
const memberRounds = 5
const askEveryMs = 5
const startLimitMs = 120_000
const casesAtStart = defaultSizes.slice(0, scaled(6))

/** From nothing to the first answer, beside what it cannot do without: a Fastify and a PostgreSQL. */
export async function start(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(await tempFolder())
  const fresh = (time: (folder: string) => Promise<number>) => async () => {
    const folder = join(path, 'fresh')
    const ms = await time(folder)
    await rm(folder, { recursive: true })
    return ms
  }
  const ms = await interleaved(rounds, {
    fastify: fastifyMs,
    postgresFirst: fresh(postgresMs),
    first: fresh(serviceMs),
    postgresLater: () => postgresMs(join(path, 'postgres')),
    later: () => serviceMs(join(path, 'service')),
  })
  const sandboxMs = await interleaved(sandboxRounds, {
    fastify: fastifyMs,
    postgres: fresh(postgresMs),
    sandbox: fresh((folder) => serviceMs(folder, { PORTICO_SYNTH_PAGES: casesAtStart.join(',') })),
  })
  const membersMs = await runningMs(join(path, 'service'))

  return [
    {
      what: 'first start to first answer, without cases',
      unit: 'ms',
      ours: ms.first,
      peer: ms.postgresFirst + ms.fastify,
      peerName: 'initdb + PostgreSQL + Fastify',
    },
    {
      what: `first start to first answer, ${casesAtStart.length} cases to be made`,
      unit: 'ms',
      ours: sandboxMs.sandbox,
      peer: sandboxMs.postgres + sandboxMs.fastify,
      peerName: 'initdb + PostgreSQL + Fastify',
    },
    {
      what: `first start to first answer, ${casesAtStart.length} cases to be made`,
      unit: 'ms',
      ours: sandboxMs.sandbox,
      peer: 4000,
      peerName: 'four seconds',
      aim: { atMost: 1 },
      promise: 'first start, of four seconds',
    },
    {
      what: 'later start to first answer',
      unit: 'ms',
      ours: ms.later,
      peer: 1000,
      peerName: 'one second',
      aim: { atMost: 1 },
      promise: 'later start, of one second',
    },
    {
      what: '`portico members` beside a running service',
      unit: 'ms',
      ours: membersMs,
      peer: 1000,
      peerName: 'one second',
      aim: { atMost: 1 },
      promise: '`portico members`, of one second',
    },
    {
      what: 'later start to first answer',
      unit: 'ms',
      ours: ms.later,
      peer: ms.postgresLater + ms.fastify,
      peerName: 'PostgreSQL + Fastify',
    },
    {
      what: 'later start to first answer',
      unit: 'ms',
      ours: ms.later,
      peer: ms.fastify,
      peerName: 'Fastify alone',
    },
  ]
}

async function postgresMs(folder: string): Promise<number> {
  const started = performance.now()
  const server = await startEmbedded(folder)
  const ms = performance.now() - started
  await server.stop()
  return ms
}

async function serviceMs(folder: string, more: Record<string, string> = {}): Promise<number> {
  const port = await freePort()
  return firstAnswerMs(port, () => spawnService(serviceEnv(folder, { ...more, PORT: String(port) })))
}

/** How long the list of members takes while the service runs. */
async function runningMs(folder: string): Promise<number> {
  const port = await freePort()
  const env = serviceEnv(folder, { PORT: String(port) })
  await using spawned = spawnService(env)
  while (!(await answers(port))) await sleep(askEveryMs)
  const { members } = await interleaved(memberRounds, {
    members: () => elapsedMs(() => runCommand(['members', '--json'], env)),
  })
  return spawned.child.exitCode === null ? members : Number.NaN
}

async function fastifyMs(): Promise<number> {
  const port = await freePort()
  return firstAnswerMs(port, () => spawnReadyMade('', port))
}

async function firstAnswerMs(port: number, spawn: () => Spawned): Promise<number> {
  const started = performance.now()
  await using spawned = spawn()
  let isGone = false
  spawned.ended.catch(() => {
    isGone = true
  })
  while (!(await answers(port))) {
    if (isGone) await spawned.ended
    if (performance.now() - started > startLimitMs) throw new Error('no answer within the limit')
    await sleep(askEveryMs)
  }
  return performance.now() - started
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://localhost:${port}/healthz`)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
