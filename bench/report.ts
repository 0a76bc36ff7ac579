import type { Aim, Verdict } from './measure.ts'

const columns = ['ours', 'peer', 'ratio', 'aim', 'holds', 'what', 'beside'] as const
type Line = Record<(typeof columns)[number], string>

/** What was promised and what was found, a line each. */
export function promises(verdicts: readonly Verdict[]): string {
  const lines = verdicts.flatMap(({ promise, ratio, aim, holds }) =>
    promise && aim ? [[promise, ratio.toFixed(2), aimText(aim), holds ? 'yes' : 'NO']] : [],
  )
  const widths = [0, 1, 2].map((index) => Math.max(...lines.map((cells) => cells[index]?.length ?? 0)))
  return lines
    .map((cells) => cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
    .join('\n')
}

/** What was found, as a table for people. */
export function table(verdicts: readonly Verdict[]): string {
  const heading = Object.fromEntries(columns.map((name) => [name, name])) as Line
  const lines = [heading, ...verdicts.map(line)]
  const widths = columns.map((name) => Math.max(...lines.map((cells) => cells[name].length)))
  return lines
    .map((cells) =>
      columns
        .map((name, index) =>
          index < 3 ? cells[name].padStart(widths[index]!) : cells[name].padEnd(widths[index]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function line({ what, unit, ours, peer, peerName, ratio, aim, holds }: Verdict): Line {
  return {
    ours: `${threeDigits(ours)} ${unit}`,
    peer: `${threeDigits(peer)} ${unit}`,
    ratio: ratio.toFixed(2),
    aim: aim ? aimText(aim) : '-',
    holds: holds === undefined ? '-' : holds ? 'yes' : 'NO',
    what,
    beside: peerName,
  }
}

function aimText(aim: Aim): string {
  return 'atLeast' in aim ? `>= ${aim.atLeast}` : `<= ${aim.atMost}`
}

function threeDigits(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
