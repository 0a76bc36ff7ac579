import { ranking } from '../../server/app/distribution/ranking.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import type { Database } from '../../server/store/db.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { fillTasks } from '../many-tasks.ts'
import { type Comparison, interleaved, medianMs, scaled } from '../measure.ts'

const fewCases = scaled(20_000)
const manyCases = scaled(200_000)
const pageSize = scaled(100)
const pagesEach = 30
const rounds = 7

/** A page of the national list of 200,000 ready cases, beside its bare statement, and beside a list of a tenth. */
export async function rankedList(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const openFilled = async (cases: number) => {
    const db = await freshDatabase({ size: 2 })
    stack.defer(db.close)
    await fillTasks(db, cases)
    return db
  }
  const few = await openFilled(fewCases)
  const many = await openFilled(manyCases)
  const { ours, bare, tenth } = await interleaved(rounds, {
    ours: () => pagesPerSecond(pages(many)),
    bare: () => pagesPerSecond(barePages(many)),
    tenth: () => pagesPerSecond(pages(few)),
  })
  const what = `${pageSize} ranks of a list of ${manyCases} cases`
  return [
    { what, unit: 'pages/s', ours, peer: bare, peerName: 'its bare statement', aim: { atLeast: 0.5 } },
    {
      what: `${what}: how long`,
      unit: 'ms',
      ours: 1000 / ours,
      peer: 1000 / tenth,
      peerName: `of a list of ${fewCases}`,
      aim: { atMost: 1.2 },
      promise: 'ranked list at ten times the data',
    },
  ]
}

type Read = (round: number) => Promise<{ length: number }>

async function pagesPerSecond(read: Read): Promise<number> {
  const ms = await medianMs(pagesEach, async (round) => {
    const { length } = await read(round)
    if (length !== pageSize) throw new Error(`a page has ${length} cases`)
  })
  return 1000 / ms
}

function pages(db: Database): Read {
  let after: string | undefined
  return async (round) => {
    const read = { limit: pageSize, mostSensitivity: 0, now: new Date(), ...(round === 0 ? {} : { after }) }
    const { cases, next } = await ranking(db, defaultProfile, read)
    after = next
    return cases
  }
}

/** What somebody would write by hand: the order and what is shown, without ties, for nothing is kept here. */
function barePages(db: Database): Read {
  const first = [-1, '', '']
  let place: unknown[] = first
  return async (round) => {
    const rows = await db.rows<Record<string, unknown>>(
      `select priority, docket_order, task_id, case_id, docket, docket_number, docket_date, advanced, ready_since
       from queue_entries
       where type = 'distribution' and status = 'assigned'
         and (priority, docket_order, task_id) > ($1::smallint, $2::text, $3::text)
       order by priority, docket_order, task_id limit ${pageSize + 1}`,
      round === 0 ? first : place,
    )
    const shown = rows.slice(0, pageSize)
    const { priority, docket_order, task_id } = shown.at(-1) ?? {}
    place = [priority, docket_order, task_id]
    return shown
  }
}
