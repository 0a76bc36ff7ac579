import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { eventData } from '../contract/events.ts'
import { defaultProfile } from '../server/profile/default.ts'

const root = join(import.meta.dirname, '..')

/** What each part may import of ours, besides itself. Whatever is not named here may not be imported. */
const walls: Record<string, readonly string[]> = {
  contract: [],
  sdk: [],
  workspace: ['sdk', 'contract'],
  'server/core': ['contract'],
  'server/profile': ['contract', 'server/core'],
  'server/store': ['contract', 'server/core'],
  'server/projections': ['contract', 'server/core', 'server/store'],
  'server/files': ['contract', 'server/core'],
  'server/search': ['contract', 'server/core', 'server/store'],
  'server/auth': ['contract', 'server/core', 'server/store'],
  'server/synth': ['contract', 'server/core'],
  'server/app': [
    'contract',
    'server/core',
    'server/profile',
    'server/store',
    'server/projections',
    'server/files',
    'server/search',
    'server/auth',
    'server/synth',
  ],
  'server/jobs': ['contract', 'server/core', 'server/store', 'server/app'],
  'server/ports': [
    'contract',
    'server/core',
    'server/store',
    'server/projections',
    'server/files',
    'server/app',
    'server/jobs',
  ],
  'server/http': ['contract', 'server/core', 'server/app', 'server/auth', 'server/files', 'server/search'],
}

/** Input and output, clocks and chance: not in the core. */
const impure = [
  /from 'node:(?!crypto')/,
  /\bMath\.random\b/,
  /\bDate\.now\b/,
  /new Date\(\)/,
  /\brandomBytes\b/,
  /\brandomUUID\b/,
  /\basync\b/,
  /\bawait\b/,
]

type Import = { from: string; to: string }

export function faultsOf(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const part = partOf(from)
    const target = partOf(to)
    if (!part || target === part) return []
    if (!target) return [`${from} imports ${to}: only the composition root may know it`]
    return walls[part]?.includes(target) ? [] : [`${from} imports ${to}: ${part} may not know ${target}`]
  })
}

function circlesIn(imports: readonly Import[]): string[] {
  const importedBy = Map.groupBy(imports, ({ from }) => from)
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path) || way.includes(path)) return
    for (const { to } of importedBy.get(path) ?? []) walk(to, [...way, path])
    done.add(path)
  }
  for (const path of importedBy.keys()) walk(path, [])
  return circles
}

function partOf(path: string): string | undefined {
  return Object.keys(walls).find((part) => path.startsWith(`${part}/`))
}

function sourceFiles(): string[] {
  const exclude = (path: string) => /node_modules|\/dist\b/.test(path)
  const found = globSync('{contract,server,sdk,workspace}/**/*.{ts,tsx}', { cwd: root, exclude })
  return found.filter((path) => !/\.test\.tsx?$|\/test\/|\.d\.ts$/.test(path))
}

const statements = /^(?:import|export)\b[^'=(]*from '([^']+)'/gm
/** Also what is loaded later, by another thread, or in an example. */
const mentions = /(?:from|import|URL)\s*\(?\s*'([^']+)'/g

/** What a caller of the SDK writes, who imports it. */
const samples = /sample`(?:[^`\\]|\\.)*`/g

function importsOf(path: string, pattern = mentions): Import[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(samples, '')
  const specifiers = [...text.matchAll(pattern)].map((match) => match[1] as string)
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('.'))
      return [{ from: path, to: relative(root, join(root, dirname(path), specifier)) }]
    const ours = /^@portico\/(contract|sdk|server)(?:\/(.*))?$/.exec(specifier)
    return ours ? [{ from: path, to: `${ours[1]}/${ours[2] ?? 'index'}.ts` }] : []
  })
}

describe('the walls', () => {
  const files = sourceFiles()

  it('hold for every import', () => {
    assert.ok(files.length > 40, 'the files are found')
    assert.deepEqual(faultsOf(files.flatMap((path) => importsOf(path))), [])
  })

  it('a wrong import is found', () => {
    const wrong = [
      { from: 'server/core/file/document.ts', to: 'server/store/db.ts' },
      { from: 'server/http/appeals.ts', to: 'server/projections/cases.ts' },
      { from: 'server/store/events/append.ts', to: 'server/app/engine/execute.ts' },
      { from: 'server/app/engine/execute.ts', to: 'server/main.ts' },
      { from: 'sdk/client.ts', to: 'contract/table.ts' },
      { from: 'contract/table.ts', to: 'sdk/generated/types.ts' },
      { from: 'workspace/work/work.tsx', to: 'server/core/work/task.ts' },
    ]
    assert.equal(faultsOf(wrong).length, wrong.length)
    assert.deepEqual(
      faultsOf([{ from: 'server/app/engine/execute.ts', to: 'server/core/kernel/decider.ts' }]),
      [],
    )
  })

  it('no file imports itself by way of others, types included', () => {
    const imports = files.flatMap((path) => importsOf(path, statements))
    assert.ok(imports.length > 1000, 'the imports are found')
    assert.deepEqual(circlesIn(imports), [])
    const circle = [
      { from: 'a.ts', to: 'b.ts' },
      { from: 'b.ts', to: 'c.ts' },
      { from: 'c.ts', to: 'a.ts' },
    ]
    assert.deepEqual(circlesIn(circle), ['a.ts → b.ts → c.ts → a.ts'])
  })

  it('the engine knows no event by name', () => {
    const types = Object.keys(eventData)
    const found = globSync('server/app/engine/*.ts', { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8')
        return types.filter((type) => text.includes(type)).map((type) => `${path}: ${type}`)
      })
    assert.deepEqual(found, [])
  })

  it('events are written in one place', () => {
    const writers = files.filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return (
        /\bappend(IfUnchanged)?\b[^}]*}\s*from '[^']*store\/events\/append\.ts'/.test(text) ||
        /insert into events\b/.test(text)
      )
    })
    assert.deepEqual(writers.sort(), ['server/app/engine/commit.ts', 'server/store/events/append.ts'])
  })

  it('the core has no word of the default profile for a task, a team, a role, an issue or a disposition', () => {
    const { taskTypes, teams, roles, partyRoles, issueTypes, benefitTypes, dockets, mailTypes } =
      defaultProfile
    const { dispositions, ineligibility, closeReasons, documentCategories } = defaultProfile
    const words = [taskTypes, teams, roles, partyRoles, issueTypes, benefitTypes, dockets, mailTypes]
      .concat([dispositions, ineligibility, closeReasons, documentCategories])
      .flatMap((section) => section.map(({ name }) => name))
    // What the core itself calls a thing, whatever a profile calls: states of sessions and of deliveries, levers, links.
    const ownWords = new Set(['withdrawn', 'noShow', 'drafters', 'substitution', 'representative'])
    const found = globSync('server/core/**/*.ts', { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8')
        const quoted = [...text.matchAll(/'([A-Za-z]+)'/g)].map(([, word = '']) => word)
        return quoted
          .filter((word) => words.includes(word) && !ownWords.has(word))
          .map((word) => `${path}: ${word}`)
      })
    assert.deepEqual(found, [])
  })

  it('the core does no input or output, has no clock and no chance', () => {
    for (const path of files.filter((file) => file.startsWith('server/core/'))) {
      const text = readFileSync(join(root, path), 'utf8')
      for (const pattern of impure) assert.doesNotMatch(text, pattern, path)
    }
  })
})
