const counted = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo']

/** The closing lines of node:test, summed over the outputs of several runs. */
export function closingCounts(outputs: readonly string[]): string[] {
  return counted.map((what) => {
    const counts = outputs.map((output) =>
      Number(output.match(new RegExp(`^ℹ ${what} (\\d+)`, 'm'))?.[1] ?? 0),
    )
    return `ℹ ${what} ${counts.reduce((sum, count) => sum + count, 0)}`
  })
}
