import { newDocument, openDesk } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { type Comparison, interleaved, scaled } from '../measure.ts'
import { credentials, startFollowers, startLoadClient, startService } from '../processes.ts'
import { tempFolder } from '../temp-folder.ts'

const memberCount = 50
const connections = 8
const tagsEach = scaled(150)
const rounds = 5
const counts = [1, 50, 500] as const

/** An event from its request until every open stream has been sent it, beside the same with a single stream. */
export async function streams(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await tempFolder())
  const db = await freshDatabase({ size: 2 })
  stack.defer(db.close)
  const desk = openDesk(db)
  const paths: string[] = []
  for (let count = 0; count < connections; count++) {
    const { caseId, documentIds } = await desk.open([newDocument(3)])
    paths.push(`/appeals/${caseId}/documents/${documentIds[0]}/tags`)
  }
  const service = stack.use(await startService(folder.path, db.url))
  const tokens = await tokensOf(db, service.url)
  const client = stack.use(startLoadClient())
  const followers = stack.use(startFollowers())
  const newest = async () => {
    const [row] = await db.rows<{ position: number }>(`select max(position) as position from events`)
    return row?.position ?? 0
  }

  let round = 0
  const processorMs = new Map<number, number[]>(counts.map((count) => [count, []]))
  const msPerEvent = (count: number) => async () => {
    await followers.follow({ url: service.url, tokens, after: await newest(), count })
    const before = await service.processorMs()
    const started = performance.now()
    await client.run({ ...service, paths, connections, requestsEach: tagsEach, tag: `bench ${round++}` })
    await followers.until(await newest())
    const events = connections * tagsEach
    processorMs.get(count)?.push(((await service.processorMs()) - before) / events)
    return (performance.now() - started) / events
  }
  const cost = await interleaved(rounds, {
    '1': msPerEvent(1),
    '50': msPerEvent(50),
    '500': msPerEvent(500),
  })
  const least = (values: readonly number[] = []) => Math.min(...values)
  const one = { peer: cost['1'], peerName: 'with 1 stream' }
  return [
    { what: 'an event with 50 open streams', unit: 'ms', ours: cost['50'], ...one, aim: { atMost: 3 } },
    {
      what: 'an event with 500 open streams',
      unit: 'ms',
      ours: cost['500'],
      ...one,
      aim: { atMost: 3 },
      promise: 'an event with 500 open streams',
    },
    {
      what: 'processor time of the service for it, 500 streams',
      unit: 'ms',
      ours: least(processorMs.get(500)),
      peer: least(processorMs.get(1)),
      peerName: 'with 1 stream',
    },
  ]
}

/** Of members who sign in with the same password; one may have no more than so many streams open. */
async function tokensOf(db: Awaited<ReturnType<typeof freshDatabase>>, url: string): Promise<string[]> {
  const names = Array.from({ length: memberCount }, (_, index) => `bench${index}`)
  await db.rows(
    `insert into members (id, username, username_folded, display_name, roles, clearance, created_at)
     select 'mem_' || n, n, n, n, roles, clearance, now() from members, unnest($2::text[]) as n where username = $1`,
    [credentials.username, names],
  )
  await db.rows(
    `insert into credentials select (jsonb_populate_record(c, jsonb_build_object('member_id', 'mem_' || n))).*
     from credentials c join members m on m.id = c.member_id, unnest($2::text[]) as n where m.username = $1`,
    [credentials.username, names],
  )
  const tokens: string[] = []
  for (const username of names) {
    const response = await fetch(`${url}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...credentials, username }),
    })
    if (response.status !== 200) throw new Error(`signing in was answered with ${response.status}`)
    tokens.push(((await response.json()) as { token: string }).token)
  }
  return tokens
}
