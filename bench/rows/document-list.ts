import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newDocument, openDesk } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'
import { startLoadClient, startReadyMade, startService } from '../processes.ts'
import { tempFolder } from '../temp-folder.ts'

const documentCount = scaled(2600)
const connections = 8
const requestsEach = scaled(25)
const rounds = 7
const coldRounds = 15

/** The list of a large case's documents, beside a Fastify route that sends the same bytes ready-made. */
export async function documentList(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await tempFolder())
  const db = await freshDatabase({ size: 2 })
  stack.defer(db.close)
  const documents = Array.from({ length: documentCount }, (_, index) =>
    newDocument(1 + (index % 9), `Treatment record, visit ${index + 1}`),
  )
  const { caseId, documentIds } = await openDesk(db).open(documents)
  const service = stack.use(await startService(folder.path, db.url))
  const headers = { authorization: `Bearer ${service.token}`, 'accept-encoding': 'identity' }
  const path = `/appeals/${caseId}/documents`

  const answer = await fetch(service.url + path, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200 || JSON.parse(bytes.toString()).documents.length !== documentCount) {
    throw new Error(`the list was answered with ${answer.status} and ${bytes.length} bytes`)
  }
  const copy = join(folder.path, 'list.json')
  await writeFile(copy, bytes)
  const readyMade = stack.use(await startReadyMade(copy))
  const client = stack.use(startLoadClient())

  const perSecond = (url: string, token?: string) => async () => {
    const load = { url, paths: [path], connections, requestsEach, ...(token ? { token } : {}) }
    const { ms, bytes: received } = await client.run(load)
    if (received < bytes.length * connections * requestsEach) throw new Error(`${url} sent too little`)
    return (connections * requestsEach * 1000) / ms
  }
  const warm = await interleaved(rounds, {
    ours: perSecond(service.url, service.token),
    peer: perSecond(readyMade.url),
  })

  const readMs = (url: string) => elapsedMs(async () => (await fetch(url, { headers })).arrayBuffer())
  let tags = 0
  const tagOne = async () => {
    const target = `${service.url}${path}/${documentIds[tags % documentCount]}/tags`
    const body = JSON.stringify({ text: `bench ${tags++}` })
    const tagged = await fetch(target, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    if (tagged.status !== 201) throw new Error(`the tag was answered with ${tagged.status}`)
  }
  const single = await interleaved(coldRounds, {
    cold: async () => {
      await tagOne()
      return readMs(service.url + path)
    },
    warm: () => readMs(service.url + path),
    peer: () => readMs(readyMade.url + path),
  })

  const kilobytes = Math.round(bytes.length / 1000)
  return [
    {
      what: `list of ${documentCount} documents (${kilobytes} kB), ${connections} connections`,
      unit: 'answers/s',
      ours: warm.ours,
      peer: warm.peer,
      peerName: 'same bytes ready-made',
      aim: { atLeast: 0.6 },
      promise: 'list of 2,600 documents, 8 connections',
    },
    {
      what: 'the same, one reader, unchanged since the last read',
      unit: 'ms',
      ours: single.warm,
      peer: single.peer,
      peerName: 'same bytes ready-made',
    },
    {
      what: 'the same, one reader, changed by a tag before each read',
      unit: 'ms',
      ours: single.cold,
      peer: single.peer,
      peerName: 'same bytes ready-made',
      aim: { atMost: 3 },
      promise: 'list after a tag, one reader',
    },
  ]
}
