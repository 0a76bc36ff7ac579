import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase } from '../../server/test/database.ts'
import { openManyAppeals } from '../many-appeals.ts'
import { type Comparison, median, scaled } from '../measure.ts'
import { startService } from '../processes.ts'
import { tempFolder } from '../temp-folder.ts'

const appealCount = scaled(100_000)
const warmUps = scaled(2)
const rounds = scaled(5)
const pauseMs = 500
const megabyte = 1_000_000

/** Every appeal in one answer: how soon it begins, and the memory it takes. */
export async function appealList(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await tempFolder())
  const db = await freshDatabase({ size: 3 })
  stack.defer(db.close)
  await openManyAppeals(db, appealCount)
  await db.script('vacuum analyze')
  const service = stack.use(await startService(folder.path, db.url))
  const headers = { authorization: `Bearer ${service.token}` }
  await refuseShort(await fetch(`${service.url}/appeals`, { headers }))

  const measured: (Read & { growth: number; pausedGrowth: number })[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const read = await service.memoryGrowth(() => readList(service, 0))
    const paused = await service.memoryGrowth(() => readList(service, pauseMs))
    if (round >= 0) measured.push({ ...read.result, growth: read.bytes, pausedGrowth: paused.bytes })
  }
  const middle = (value: (one: (typeof measured)[number]) => number) => median(measured.map(value))

  const memory = {
    unit: 'MB',
    peer: middle(({ bytes }) => bytes) / megabyte,
    peerName: 'size of the body',
    aim: { atMost: 1 },
  }
  return [
    {
      what: `list of ${appealCount} appeals, first byte`,
      unit: 'ms',
      ours: middle(({ firstByteMs }) => firstByteMs),
      peer: middle(({ lastByteMs }) => lastByteMs),
      peerName: 'last byte',
      aim: { atMost: 0.1 },
    },
    { what: 'the same, growth of the process', ours: middle(({ growth }) => growth) / megabyte, ...memory },
    {
      what: `the same, to a reader that pauses for ${pauseMs} ms`,
      ours: middle(({ pausedGrowth }) => pausedGrowth) / megabyte,
      ...memory,
    },
  ]
}

type Read = { firstByteMs: number; lastByteMs: number; bytes: number }

async function readList({ url, token }: { url: string; token: string }, pauseMs: number): Promise<Read> {
  const started = performance.now()
  const response = await new Promise<IncomingMessage>((answered, fail) => {
    get(`${url}/appeals`, { headers: { authorization: `Bearer ${token}` } }, answered).once('error', fail)
  })
  if (response.statusCode !== 200) throw new Error(`the list was answered with ${response.statusCode}`)
  let bytes = 0
  let firstByteMs = 0
  for await (const chunk of response) {
    if (bytes === 0) {
      firstByteMs = performance.now() - started
      await sleep(pauseMs)
    }
    bytes += chunk.length
  }
  return { firstByteMs, lastByteMs: performance.now() - started, bytes }
}

async function refuseShort(response: Response) {
  const { appeals } = (await response.json()) as { appeals: unknown[] }
  if (appeals.length !== appealCount) throw new Error(`the list has ${appeals.length} appeals`)
}
