import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Alternative, type ConflictedSession, chooseAlternatives } from './repair.ts'

const hour = 3_600_000
const span = (at: number, hours = 1) => ({ from: at * hour, to: (at + hours) * hour })
const way = (at: number, keys: string[], of: Partial<Alternative> = {}): Alternative => ({
  ...{ span: span(at), keys, peopleMoved: 2, isOtherRoom: false },
  ...of,
})
const startsOf = ({ chosen }: { chosen: (Alternative | undefined)[] }) =>
  chosen.map((one) => one && one.span.from / hour)

describe('a repair', () => {
  it('moves nobody where another room will do', () => {
    const session = {
      span: span(9),
      ways: [way(10, ['a']), way(9, ['b'], { peopleMoved: 0, isOtherRoom: true })],
    }
    assert.deepEqual(startsOf(chooseAlternatives([session])), [9])
  })

  it('gives the time that both want to the one of the higher rank, and the other what is left', () => {
    const both = [way(10, ['judge']), way(12, ['judge'])]
    const sessions = [
      { span: span(9), ways: both },
      { span: span(9), ways: both },
    ]
    assert.deepEqual(startsOf(chooseAlternatives(sessions)), [10, 12])
  })

  it('leaves the one of the lower rank where there is not enough, and says so', () => {
    const sessions = [1, 2].map((at) => ({ span: span(at), ways: [way(10, ['judge'])] }))
    assert.deepEqual(startsOf(chooseAlternatives(sessions)), [10, undefined])
  })

  it('does not give the first its nearest where that leaves another without', () => {
    const first = { span: span(9), ways: [way(10, ['judge']), way(20, ['judge'])] }
    const second = { span: span(9), ways: [way(10, ['judge'])] }
    assert.deepEqual(startsOf(chooseAlternatives([first, second])), [20, 10])
  })

  it('is never worse than the best of all choices, on random calendars', () => {
    const random = randomFrom(20260317)
    let contested = 0
    for (let run = 0; run < 400; run++) {
      const sessions = Array.from({ length: 1 + random(4) }, (): ConflictedSession => {
        const at = random(8)
        const ways = Array.from({ length: random(5) }, () => {
          const isOtherRoom = random(3) === 0
          const start = isOtherRoom && random(2) === 0 ? at : random(10)
          const keys = ['judge', 'room', 'attorney', 'interpreter'].filter(() => random(2) === 0)
          const peopleMoved = start === at ? 0 : 1 + random(3)
          return way(start, keys, { span: span(start, 1 + random(2)), peopleMoved, isOtherRoom })
        })
        return { span: span(at), ways }
      })
      const { chosen, isBest } = chooseAlternatives(sessions)
      assert.ok(isBest)
      assert.ok(isApart(chosen))
      const best = allChoices(sessions)
        .filter(isApart)
        .map((choice) => priceOf(sessions, choice))
        .toSorted(byPrice)[0]
      assert.deepEqual(priceOf(sessions, chosen), best, `run ${run}`)
      const alone = sessions.map(({ ways }) => chooseAlternatives([{ span: span(0), ways }]).chosen[0])
      if (!isApart(alone)) contested += 1
    }
    assert.ok(contested > 40, `only ${contested} runs had sessions in each other's way`)
  })

  it('ends where there are too many choices, with each session placed that can be', () => {
    const ways = Array.from({ length: 200 }, (_, at) => way(at, ['judge']))
    const sessions = Array.from({ length: 40 }, (_, at) => ({ span: span(at), ways }))
    const { chosen } = chooseAlternatives(sessions)
    assert.ok(isApart(chosen))
    assert.equal(chosen.filter((one) => one === undefined).length, 0)
  })
})

type Choice = (Alternative | undefined)[]

/** Every way or none for each, written without the bounds of the other. */
function allChoices(sessions: readonly ConflictedSession[]): Choice[] {
  return sessions.reduce<Choice[]>(
    (choices, { ways }) => choices.flatMap((choice) => [undefined, ...ways].map((one) => [...choice, one])),
    [[]],
  )
}

function isApart(choice: readonly (Alternative | undefined)[]): boolean {
  return choice.every((one, index) =>
    choice.slice(index + 1).every((other) => {
      if (!one || !other || !one.keys.some((key) => other.keys.includes(key))) return true
      return one.span.to <= other.span.from || other.span.to <= one.span.from
    }),
  )
}

function priceOf(sessions: readonly ConflictedSession[], choice: Choice): number[] {
  const starts = sessions.map(({ span: { from } }, index) => choice[index]?.span.from ?? from)
  const left = choice.flatMap((one, index) => (one ? [] : [sessions.length - index]))
  let [people, fallen, rooms, minutes] = [0, 0, 0, 0]
  for (const [index, session] of sessions.entries()) {
    people += choice[index]?.peopleMoved ?? 0
    rooms += choice[index]?.isOtherRoom ? 1 : 0
    minutes += choice[index] ? Math.abs((starts[index] as number) - session.span.from) / 60_000 : 0
    for (const [lower, other] of sessions.entries()) {
      const wasBefore = lower > index && session.span.from <= other.span.from
      if (wasBefore && (starts[index] as number) > (starts[lower] as number)) fallen += 1
    }
  }
  return [left.length, left.reduce((sum, rank) => sum + rank, 0), people, fallen, rooms, minutes]
}

function byPrice(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) if (value !== b[index]) return value - (b[index] as number)
  return 0
}

function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
