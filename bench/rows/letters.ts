import { openTypesetting } from '../../server/files/decision/typesetting.ts'
import { printLetter } from '../../server/files/letter/print-letter.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import { until } from '../../server/test/until.ts'
import { startWorld, type World } from '../../server/test/world.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'

const lettersEach = scaled(40)
const cases = scaled(40)
const rounds = 3

/** Letters from being asked for until they are filed on their case, beside Typst alone on the same text. */
export async function letters(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const world = await startWorld()
  stack.defer(world.close)
  const typesetting = openTypesetting()
  stack.defer(typesetting.close)
  const letter = { letter: 'preDocketing', partyId: 'party_ada' }
  const paths: string[] = []
  for (let n = 0; n < cases; n += 1) paths.push(await openedCase(world, n))
  const [at] = paths as [string]
  const text = (
    (await world.admin('POST', `${at}/letters/preview`, { body: letter })).json as { text: string }
  ).text
  const printed = printLetter({
    subject: 'We have received your appeal',
    body: text,
    letterhead: defaultProfile.letterhead,
    docketNumber: '260302-1',
    reference: 'Preview',
    date: '2026-03-02',
    notice: undefined,
  })
  const { db } = world.service
  const composed = async () => {
    const [row] = await db.rows<{ count: number }>(
      `select count(*)::int as count from letters where status <> 'owed'`,
    )
    return row?.count ?? 0
  }
  const perSecond = (ms: number) => (lettersEach / ms) * 1000
  const ours = async () => {
    const before = await composed()
    return perSecond(
      await elapsedMs(async () => {
        for (let n = 0; n < lettersEach; n += 1) {
          const { status, text } = await world.admin('POST', `${paths[n % cases]}/letters`, { body: letter })
          if (status !== 201) throw new Error(text)
        }
        await until(async () => (await composed()) === before + lettersEach)
      }),
    )
  }
  const bare = async () =>
    perSecond(
      await elapsedMs(async () => {
        for (let n = 0; n < lettersEach; n += 1) await typesetting.typesetLetter(printed)
      }),
    )
  const speed = await interleaved(rounds, { ours, bare })
  return [
    {
      what: 'letters, from the request until each is composed, typeset and filed on its case',
      unit: 'letters/s',
      ours: speed.ours,
      peer: speed.bare,
      peerName: 'Typst alone, in a thread',
      aim: { atLeast: 0.3 },
    },
  ]
}

/** Letters go out to many people at a time, each on a case of their own. */
async function openedCase(world: World, n: number): Promise<string> {
  const veteran = { firstName: 'Ada', lastName: `Byron ${n}` }
  const body = { veteran, receiptDate: '2026-03-02', docketNumber: `260302-8${String(n).padStart(6, '0')}` }
  const { json } = await world.admin('POST', '/cases', { body })
  const at = `/cases/${(json as { case: { id: string } }).case.id}`
  const contact = { addresses: [{ lines: ['1 Main Street'], city: 'Salem' }] }
  const party = { role: 'appellant', person: veteran, contact }
  await world.admin('POST', `${at}/parties/party_ada`, { body: party })
  return at
}
