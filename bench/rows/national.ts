import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { defaultProfile } from '../../server/profile/default.ts'
import { openDatabase } from '../../server/store/db.ts'
import { migrate } from '../../server/store/migrate.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { fillDocket } from '../../server/test/national-docket.ts'
import { openFilling } from '../filling.ts'
import { type Comparison, elapsedMs, isTrial, median, scaled } from '../measure.ts'
import { startService } from '../processes.ts'
import { tempFolder } from '../temp-folder.ts'

const fewCases = 1000
const manyCases = scaled(200_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 21)

type Docket = {
  send: (path: string, body?: object, method?: string) => Promise<unknown>
  caseId: string
  /** A case with a file of 100,000 pages in the large docket, of 1,000 in the small one. */
  fileId: string
  /** Blocks that the server has looked at for this docket up to now, where it counts them. */
  blocks: (() => Promise<number>) | undefined
  /** Statements that look at more blocks of a large docket than of a small one. */
  grown: (() => Promise<Comparison[]>) | undefined
}
const countedRounds = 5
const fewPages = 1000
const manyPages = scaled(100_000)

/** Documents of ten pages each, every tenth of which repeats the one before it; all pages are compared. */
const thickFile = `
  with filed as (
    insert into projections.documents (case_id, document_id, name, description, categories, receipt_date, start_page, end_page,
      position, content, filed_page)
    select $1, 'doc_' || d, 'Statement ' || d, '', '{}', '2026-03-09', d * 10 - 9, d * 10, d - 1,
      jsonb_build_object('sha256', encode(sha256(($1 || d)::bytea), 'hex'), 'firstPage', 1), d * 10 - 9
    from generate_series(1, $2::int / 10) as d
  ), compared as (
    insert into compared_pages (case_id, pages) values ($1, int4multirange(int4range(1, $2 + 1)))
  )
  insert into document_duplicates (case_id, document_id, duplicates, is_told)
  select $1, 'doc_' || d, jsonb_build_array(jsonb_build_object('startPage', d * 10 - 9, 'endPage', d * 10,
    'ofStartPage', d * 10 - 19, 'likeness', 1)), true
  from generate_series(2, $2 / 10, 10) as d`

type Asked = {
  name: string
  /** What happens before, unmeasured. */
  before?: (docket: Docket) => Promise<unknown>
  ask: (docket: Docket, round: number) => Promise<unknown>
}

const get = (path: string): Asked => ({
  name: `GET ${path}`,
  ask: ({ send, caseId, fileId }) => send(path.replace('{id}', caseId).replace('{file}', fileId)),
})
const addIssue: Asked['ask'] = ({ send, caseId }) =>
  send(`/cases/${caseId}/issues`, { issueType: defaultProfile.issueTypes[0]?.name ?? '' })

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

/** Whatever somebody waits for, each over HTTP. */
const requests: Asked[] = [
  get('/session-queue'),
  get('/session-queue?docket=hearing&limit=20'),
  get('/docket/health'),
  get('/cases?text=ada'),
  get('/cases?text=smith&limit=5'),
  get('/cases?text=smith%20ada&limit=5'),
  get('/cases?text=ad%20smi&limit=5'),
  get('/cases?text=ada%2016&limit=5'),
  get('/cases?text=16'),
  get('/cases?text=nobody%20ada'),
  get('/cases?text=smith&sort=name&limit=5'),
  get('/cases?text=ada&sort=name&limit=5'),
  get('/retention/due'),
  {
    name: 'POST /session-plans',
    ask: ({ send }) =>
      send('/session-plans', {
        ...{ from: day(60), to: day(64), most: 20 },
        benches: [{ participants: [{ kind: 'adjudicator', id: 'mem_1' }], timeZone: 'America/New_York' }],
      }),
  },
  {
    name: 'POST /cases/{id}/issues',
    ask: addIssue,
  },
  {
    name: 'POST /cases',
    ask: ({ send }) => send('/cases', newCase()),
  },
  {
    name: 'POST /cases/{id}/legal-holds',
    ask: ({ send, caseId }, round) => send(`/cases/${caseId}/legal-holds`, { why: `Litigation ${round}` }),
  },
  {
    name: 'POST /cases/{id}/sessions',
    ask: ({ send, caseId }) => send(`/cases/${caseId}/sessions`, { kind: 'video' }),
  },
  ...defaultProfile.reports.map(({ name }) => get(`/reports/${name}`)),
  get('/reports/throughput?from=2016-01-01'),
  get('/reports/decisions?from=2016-01-01'),
  get('/reports/distribution?from=2016-01-01'),
  get('/cases'),
  get('/cases?sort=received'),
  get('/cases?sort=step'),
  get('/cases?isClosed=false'),
  get('/cases?status=drafting'),
  get('/cases?status=readyToSign'),
  get('/cases?docket=hearing&sort=name'),
  get('/cases?assignee=mem_7&limit=2'),
  get('/cases?sensitivity=3&limit=5'),
  get('/cases?count=true'),
  get('/tasks'),
  get('/tasks?sort=deadline'),
  get('/tasks?types=drafting'),
  get('/tasks?assignees=person:mem_7&limit=2'),
  get('/sessions'),
  get(`/sessions?from=${day(0)}T00:00:00.000Z`),
  get('/sessions?kind=adjudicator&id=mem_1&limit=1'),
  get('/sessions?isConflicted=true'),
  get('/correspondence'),
  get('/correspondence?status=filed&limit=50'),
  get('/letters'),
  get('/deliveries'),
  get('/deliveries?status=failed'),
  get('/alerts'),
  get('/distribution/ranking'),
  get('/distribution/runs'),
  get('/tombstones'),
  get('/ports'),
  get('/queues'),
  get('/members'),
  get('/directory'),
  get('/teams'),
  get('/events?limit=50'),
  get('/inbox'),
  get('/imports'),
  get('/me'),
  get('/appeals/{id}'),
  get('/cases/{id}'),
  get('/cases/{id}/state'),
  get('/cases/{id}/tasks'),
  get('/cases/{id}/issues'),
  get('/cases/{id}/parties'),
  get('/cases/{id}/sessions'),
  get('/cases/{id}/letters'),
  get('/cases/{id}/deliveries'),
  get('/cases/{id}/notifications'),
  get('/cases/{id}/events?limit=50'),
  get('/cases/{id}/access-log'),
  get('/cases/{id}/priority'),
  get('/cases/{id}/explain'),
  get('/cases/{id}/links'),
  get('/cases/{id}/documents'),
  get('/cases/{id}/legal-holds'),
  get('/cases/{id}/page-map'),
  get('/cases/{file}/page-map'),
  {
    ...get('/cases/{file}/page-map'),
    name: 'GET /cases/{file}/page-map, once an issue was added',
    before: (docket) => addIssue({ ...docket, caseId: docket.fileId }, 0),
  },
  get('/cases/{id}/coverage'),
  get('/cases/{id}/work-products'),
]

const newCase = () => ({ veteran: { firstName: 'Grace', lastName: 'Hopper' }, receiptDate: '2026-03-09' })

/** The same requests to a board of 200,000 cases and to one of 1,000, in turns. */
export async function national(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const open = async (cases: number): Promise<Docket> => {
    const url = await docketOf(cases, stack)
    const folder = stack.use(await tempFolder())
    const service = stack.use(
      await startService(folder.path, url, { PORTICO_SECRET: 'the secret of the bench, of no other use' }),
    )
    const send = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
      const answer = await fetch(`${service.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${service.token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`)
      return JSON.parse(text || 'null')
    }
    const opened = (await send('/cases', newCase())) as { case: { id: string } }
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    stack.defer(() => client.end())
    const thick = (await send('/cases', newCase())) as { case: { id: string } }
    await client.query(thickFile, [thick.case.id, cases > fewCases ? manyPages : fewPages])
    await untilChecked(client, cases)
    const isCounted = await countsBlocks(client)
    return {
      ...{ send, caseId: opened.case.id, fileId: thick.case.id },
      blocks: isCounted ? () => blocksOf(client) : undefined,
      grown: isCounted ? () => grownStatements(client) : undefined,
    }
  }
  const many = await open(manyCases)
  const few = await open(fewCases)
  const only = process.env.BENCH_ONLY
  const compared: Comparison[] = []
  for (const { name, before, ask } of requests.filter((one) => !only || one.name.includes(only))) {
    const measured = { ours: [] as number[], peer: [] as number[] }
    const constant = { ours: [] as number[], peer: [] as number[] }
    for (let round = isTrial ? 0 : -3; round < scaled(rounds); round++)
      for (const which of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const)) {
        const docket = which === 'ours' ? many : few
        await before?.(docket)
        const usual = await elapsedMs(() => docket.send('/me'))
        const ms = await elapsedMs(() => ask(docket, round))
        if (round < 0) continue
        measured[which].push(ms)
        constant[which].push(usual)
      }
    const peerName = `of ${fewCases.toLocaleString('en-US')}`
    compared.push({
      what: `${name}, of ${manyCases.toLocaleString('en-US')} cases`,
      unit: 'ms',
      ours: median(measured.ours),
      peer: median(measured.peer),
      peerName,
      aim: { atMost: 1.5 },
    })
    compared.push({
      what: '  GET /me, right before each of these',
      unit: 'ms',
      ours: median(constant.ours),
      peer: median(constant.peer),
      peerName,
    })
    if (many.blocks && few.blocks)
      compared.push({
        what: '  the same',
        unit: 'blocks',
        ours: await fewestBlocks(many, many.blocks, ask),
        peer: await fewestBlocks(few, few.blocks, ask),
        peerName,
      })
  }
  return [...compared, ...(many.grown ? await many.grown() : [])]
}

/**
 * The health of a large docket is followed by the log once it was looked at as a whole, within minutes of a start: then the
 * job has come to the case that was just opened.
 */
async function untilChecked(client: pg.Client, cases: number) {
  for (let tries = 0; cases > 5000 && tries < 600; tries++) {
    const { rows } = await client.query(
      'select from docket_check where position >= (select max(position) from events)',
    )
    if (rows.length > 0) return
    await delay(500)
  }
}

/** Work that does not depend on what else the machine does; of a server that has `pg_stat_statements`. */
async function countsBlocks(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'pg_stat_statements'`)
  return rows.length > 0
}

async function blocksOf(client: pg.Client): Promise<number> {
  const counted = await client.query<{ blocks: string }>(
    `select sum(shared_blks_hit + shared_blks_read) as blocks from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())`,
  )
  return Number(counted.rows[0]?.blocks)
}

/** Each with how many rows it returned, since an answer with more rows takes more blocks. */
async function grownStatements(client: pg.Client): Promise<Comparison[]> {
  const { rows } = await client.query<{
    text: string
    ours: number
    peer: number
    many: string
    few: string
  }>(
    `with told as (
       select d.datname, regexp_replace(s.query, '\\s+', ' ', 'g') as text,
         sum(s.shared_blks_hit + s.shared_blks_read)::float8 / sum(s.calls) as blocks,
         round(sum(s.rows)::numeric / sum(s.calls), 1) as returned
       from pg_stat_statements s join pg_database d on d.oid = s.dbid where s.toplevel group by 1, 2)
     select left(text, 160) as text, m.blocks as ours, f.blocks as peer, m.returned as many, f.returned as few
     from told m join told f using (text)
     where m.datname = current_database() and f.datname = 'portico_bench_${fewCases}'
       and m.blocks > 1.5 * f.blocks and m.blocks > f.blocks + 50
     order by m.blocks - f.blocks desc limit 50`,
  )
  return rows.map(({ text, many, few, ...blocks }) => ({
    ...{ what: `${many} rows: ${text}`, unit: 'blocks', ...blocks },
    peerName: `of ${fewCases.toLocaleString('en-US')}, ${few} rows`,
  }))
}

/** What happens in the background is counted too, so the fewest of several are those of the request. */
async function fewestBlocks(docket: Docket, count: () => Promise<number>, ask: Asked['ask']) {
  const counted: number[] = []
  for (let round = 0; round < scaled(countedRounds); round++) {
    const before = await count()
    await ask(docket, rounds + round)
    counted.push((await count()) - before)
  }
  return Math.min(...counted)
}

async function fill(url: string, cases: number) {
  await using filling = await openFilling(url)
  await fillDocket(filling, cases)
}

/** On a server that is named, the dockets are kept for the next run; else they are made anew. */
async function docketOf(cases: number, stack: AsyncDisposableStack): Promise<string> {
  const server = process.env.BENCH_SERVER
  if (!server) {
    const db = await freshDatabase({ size: 2 })
    stack.defer(db.close)
    await fill(db.url, cases)
    return db.url
  }
  const name = `portico_bench_${cases}`
  const url = new URL(server)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query('select from pg_database where datname = $1', [name])
    const db = async () => {
      const opened = openDatabase({ url: url.href, size: 1 })
      await migrate(opened).finally(opened.close)
    }
    if (rows.length > 0) {
      await db()
      return url.href
    }
    await client.query(`create database ${name} encoding 'UTF8' template template0`)
    await db()
    await fill(url.href, cases)
    return url.href
  } finally {
    await client.end()
  }
}
