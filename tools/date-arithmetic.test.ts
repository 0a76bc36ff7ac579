import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { dateArithmeticIn } from './date-arithmetic.ts'

const root = join(import.meta.dirname, '..')

/** They reckon with dates for all others; the mock of the SDK has a generated copy of the first and of libraries, and the last looks for it. */
const reckoning = [
  /^server\/core\/time\//,
  /^contract\/time\.ts$/,
  /^sdk\/time\.ts$/,
  /^sdk\/generated\/(rules|libraries)\.ts$/,
  /^workspace\/ui\/(dates|moments)\.ts$/,
  /^tools\/date-arithmetic\.ts$/,
]

const shipped = globSync('{contract,server,sdk,workspace,tools}/**/*.{ts,tsx,mts,mjs}', {
  cwd: root,
  exclude: (path) => /node_modules|\/dist\b/.test(path),
}).filter((path) => !/\.test\.tsx?$|\/test\/|\.d\.ts$/.test(path))

describe('arithmetic with dates', () => {
  it('is in the modules about time alone', () => {
    const others = shipped.filter((path) => !reckoning.some((module) => module.test(path)))
    assert.ok(others.length > 1000, 'the files are found')
    const faults = others.flatMap((path) =>
      dateArithmeticIn(readFileSync(join(root, path), 'utf8'), path).map(
        ({ line, why, text }) => `${path}:${line} ${why}: ${text}`,
      ),
    )
    const place = 'server/core/time/moments.ts, sdk/time.ts, contract/time.ts or workspace/ui/dates.ts'
    assert.deepEqual(faults, [], `Let ${place} do it:\n${faults.join('\n')}\n`)
  })

  it('of calendars and zones is in the core alone', () => {
    const users = shipped.filter((path) =>
      /from '(temporal-polyfill|rrule-temporal)'/.test(readFileSync(join(root, path), 'utf8')),
    )
    assert.ok(users.includes('server/core/time/local-time.ts'))
    assert.deepEqual(
      users.filter((path) => !/^server\/core\/(time|session)\//.test(path)),
      [],
    )
  })

  for (const code of [
    'const until = new Date(now.getTime() + leaseMs)',
    'const until = new Date(Date.now() - 1000)',
    'const age = clock().getTime() - Date.parse(openedAt)',
    'const age = (now?.getTime() ?? 0) - 5',
    'const [from, to] = [Date.parse(a), Date.parse(b)]\nif (to - from > limit) throw fault',
    'const startMs = at.getTime()\nfor (let ms = startMs; ms < end; ms += step) visit(ms)',
    'const msOf = (at: Date) => at.getTime()\nconst apart = msOf(one) - msOf(other)',
    'const expires = new Date(claims.exp * 1000)',
    'const last = new Date(Math.max(...times))',
    'const today = clock().toISOString().slice(0, 10)',
    'const today = now\n  .toISOString()\n  .split("T")[0]',
    'const today = now?.toISOString().slice(0, 10)',
    `const noon = new Date(\`\${day}T12:00:00\`)`,
    'const first = new Date(2026, 0, 1)',
    'const first = Date.UTC(2026, 0, 1)',
    'date.setUTCFullYear(date.getUTCFullYear() + 1)',
    'const year = new Date().getFullYear()',
    'const dayMs = 86_400_000',
    'const keepMs = 30 * 24 * 60 * 60 * 1000',
    'const ms = +new Date()',
    'let ms = Date.now()\nms += 5',
  ])
    it(`is found in ${JSON.stringify(code)}`, () => {
      const faults = dateArithmeticIn(code)
      assert.equal(faults.length > 0, true)
      for (const { line, text } of faults) assert.equal(code.split('\n')[line - 1]?.trim(), text)
    })

  for (const code of [
    'const now = clock()\nif (Date.parse(due) <= now.getTime()) fire()',
    'const at = new Date(text).toISOString()',
    `const id = \`draft-\${Date.now()}\``,
    'const startedMs = performance.now()\nconst tookMs = performance.now() - startedMs',
    'const until = msLater(clock(), leaseMs)',
    'const timeoutMs = 5 * 60_000',
    'const month = dates[0]',
    '// new Date(now.getTime() + 86_400_000)',
    "const example = 'new Date(Date.now() + 14 * 86_400_000)'",
  ])
    it(`is not seen in ${JSON.stringify(code)}`, () => {
      assert.deepEqual(dateArithmeticIn(code), [])
    })
})
