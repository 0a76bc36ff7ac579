export type Aim = { atLeast: number } | { atMost: number }

const scale = Number(process.env.BENCH_SCALE ?? 1)
/** `BENCH_SCALE=0.01` shows that the rows run: it measures nothing that counts. */
export const isTrial = scale < 1

/** A size or a number of rounds; the share of it that `BENCH_SCALE` names in a trial. */
export const scaled = (count: number): number => Math.max(1, Math.ceil(count * scale))

/** Ours beside a peer or a limit that was measured in the same run. Without an aim it is for information. */
export type Comparison = {
  what: string
  unit: string
  ours: number
  peer: number
  peerName: string
  aim?: Aim
  /** Its name in the short table of what is promised. */
  promise?: string
}

/** A row of the bench: it makes what it needs, measures, and leaves nothing behind. */
export type Row = () => Promise<Comparison[]>

export type Verdict = Comparison & { ratio: number; holds?: boolean }

export function judge(comparison: Comparison): Verdict {
  const ratio = comparison.ours / comparison.peer
  const { aim } = comparison
  if (!aim) return { ...comparison, ratio }
  return { ...comparison, ratio, holds: 'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost }
}

/**
 * Each contender once a round, beginning with another one each time, so that what else the machine does meets all
 * alike. The first round only warms up, and a trial needs none. The result is each contender's median.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  contenders: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[]
  const measured = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = isTrial ? 1 : 0; round <= scaled(rounds); round++) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const value = await contenders[name]()
      if (round > 0) measured.get(name)?.push(value)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(measured.get(name) ?? [])])) as Record<
    Name,
    number
  >
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The median of many short ones, each told its number from 0; the first is not counted. */
export async function medianMs(times: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round <= scaled(times); round++) measured.push(await elapsedMs(() => work(round)))
  return median(measured.slice(1))
}

export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
