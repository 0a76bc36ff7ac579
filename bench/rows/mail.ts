import { matchPiece } from '../../server/core/mail/match.ts'
import { docketMentions } from '../../server/core/mail/references.ts'
import { findMentioned } from '../../server/projections/mentioned-cases.ts'
import type { Database } from '../../server/store/db.ts'
import { startWorld } from '../../server/test/world.ts'
import { fillTasks } from '../many-tasks.ts'
import { type Comparison, elapsedMs, interleaved, medianMs, scaled } from '../measure.ts'

const fewCases = scaled(2_000)
const manyCases = scaled(200_000)
const targets = scaled(100)
const piecesEach = scaled(60)
const matchesEach = 100
/** Many short ones: what else the machine does in one of them decides nothing. */
const rounds = 9

type Filled = { db: Database; file: () => Promise<number>; match: () => Promise<number> }

/** Pieces of mail that are kept, matched among 200,000 cases and filed with their task, and the matching alone. */
export async function mail(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const many = await filled(manyCases, stack)
  const few = await filled(fewCases, stack)
  const pieces = await interleaved(rounds, { many: many.file, few: few.file })
  const bare = () =>
    medianMs(matchesEach, (round) =>
      many.db.rows(
        `select c.case_id from cases c where lower(c.docket_number) = any($1)
         union all
         select p.case_id from parties p where p.contact @> $2::jsonb`,
        [[docketNumberOf(round + 1)], JSON.stringify({ emails: [`party${round}@example.org`] })],
      ),
    )
  const matched = await interleaved(rounds, { ours: many.match, bare, few: few.match })
  const among = manyCases.toLocaleString('en-US')
  return [
    {
      what: `pieces of mail, matched among ${among} cases by docket number and sender, and filed`,
      unit: 'pieces/s',
      ours: pieces.many,
      peer: pieces.few,
      peerName: `among ${fewCases.toLocaleString('en-US')}`,
      aim: { atLeast: 0.67 },
    },
    {
      what: `to match a piece among ${among} cases, by number, name and address`,
      unit: 'ms',
      ours: matched.ours,
      peer: matched.bare,
      peerName: 'one statement that looks up the number and the address',
    },
    {
      what: `to match a piece among ${among} cases: how long`,
      unit: 'ms',
      ours: matched.ours,
      peer: matched.few,
      peerName: `among ${fewCases.toLocaleString('en-US')}`,
      aim: { atMost: 1.5 },
    },
  ]
}

const broughtBy = { id: 'binding_bench', name: 'bench', kind: 'integration' as const }
const sender = (n: number) => ({ name: `Ada Byron ${n}`, address: `party${n}@example.org` })
const facts = { channel: 'fax' as const, receiptDate: '2026-03-05', mailType: 'statusInquiry' }
let made = 0

async function filled(cases: number, stack: AsyncDisposableStack): Promise<Filled> {
  const world = await startWorld()
  stack.defer(world.close)
  const { db, portico } = world.service
  await fillTasks(db, cases)
  await db.rows(
    `insert into parties (case_id, party_id, role, person, contact, status, recorded_at, updated_at)
     select case_id, 'party', 'appellant', veteran,
       jsonb_build_object('emails', jsonb_build_array('party' || right(case_id, 20)::bigint || '@example.org')), 'current',
       now(), now()
     from cases where case_id like 'case_0000000%'`,
  )
  await db.script('vacuum analyze projections.parties')
  const numbers: string[] = []
  for (let n = 0; n < targets; n += 1) {
    const docketNumber = `260302-7${String(++made).padStart(6, '0')}`
    const body = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02', docketNumber }
    await world.admin('POST', '/cases', { body })
    numbers.push(docketNumber)
  }

  async function file(): Promise<number> {
    for (let n = 0; n < piecesEach; n += 1) {
      const externalId = `piece-${++made}`
      const piece = { ...facts, sender: sender(n), case: { docketNumber: numbers[n % targets] ?? '' } }
      await db.transaction((tx) => portico.mail.keep(tx, { externalId, broughtBy, facts: piece, files: [] }))
    }
    const waiting = await portico.mail.toRoute()
    const ms = await elapsedMs(async () => {
      for (const id of waiting) await portico.mail.route(id)
    })
    const [filed] = await db.rows<{ count: number }>(
      `select count(*)::int as count from mail_pieces where status = 'filed' and id = any($1)`,
      [waiting],
    )
    if (filed?.count !== waiting.length) throw new Error(`${filed?.count} of ${waiting.length} were filed`)
    return (waiting.length / ms) * 1000
  }
  const match = () =>
    medianMs(matchesEach, async (round) => {
      const piece = { ...facts, sender: sender(round + 1), subject: docketNumberOf(round + 1) }
      const { candidates } = matchPiece(piece, docketMentions(piece), await findMentioned(db, piece))
      if (candidates.length === 0) throw new Error('nothing was found')
    })
  return { db, file, match }
}

/** As `fillTasks` has made it. */
function docketNumberOf(n: number): string {
  const day = new Date(Date.UTC(2020, 0, 1) + ((n * 7919) % 2400) * 86_400_000)
  return `${day.toISOString().slice(2, 10).replaceAll('-', '')}-${n}`
}
