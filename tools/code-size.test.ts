import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parts, sizeOf, tableOf } from './code-size.ts'

const architecture = readFileSync(join(import.meta.dirname, '..', 'ARCHITECTURE.md'), 'utf8')
const rows = [...architecture.matchAll(/^\| `([\w/]+)\/` \| (\d+) \| ([\d,]+) \| ([\d,]+) \|$/gm)]
const numberIn = (text = '') => Number(text.replaceAll(',', ''))

/** The table need not follow each change: a figure holds while it is off by less. */
const tolerance = 0.2
const smallest = { files: 10, lines: 500 }

describe('the size table of ARCHITECTURE.md', () => {
  it('has a row for each part, in the order of the tree', () => {
    assert.deepEqual(
      rows.map(([, part]) => part),
      [...parts],
    )
  })

  it('is within a fifth of what is counted now', () => {
    const sizes = parts.map(sizeOf)
    const stale = sizes.flatMap(({ part, files, lines, testLines }) => {
      const row = rows.find(([, name]) => name === part) ?? []
      const isNear = (told: string | undefined, counted: number, least: number) =>
        Math.abs(numberIn(told) - counted) <= Math.max(least, counted * tolerance)
      const holds =
        isNear(row[2], files, smallest.files) &&
        isNear(row[3], lines, smallest.lines) &&
        isNear(row[4], testLines, smallest.lines)
      return holds ? [] : [part]
    })
    const refresh = ['Run npx node tools/code-size.ts and paste its rows:', ...tableOf(sizes)].join('\n')
    assert.deepEqual(stale, [], refresh)
  })

  it('is not empty where there is code', () => {
    assert.ok(parts.map(sizeOf).every(({ lines, testLines }) => lines + testLines > 500))
  })
})
