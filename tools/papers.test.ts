import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'

const root = join(import.meta.dirname, '..')
const pages = globSync('**/*.md', { cwd: root, exclude: (path) => /node_modules|dist|\.portico/.test(path) })
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the papers', () => {
  it('every link leads somewhere', () => {
    assert.ok(pages.length > 10, 'the pages are found')
    assert.deepEqual(pages.flatMap(deadLinks), [])
  })

  it('the README has the two commands, and the second is what is run for every change', () => {
    const { scripts } = JSON.parse(textOf('package.json'))
    for (const name of ['start', 'test']) {
      assert.ok(textOf('README.md').includes(`\`\`\`sh\nnpm ci && npm ${name}\n\`\`\``), name)
      assert.ok(scripts[name], name)
    }
    assert.match(
      textOf('.ci/run'),
      /^npm ci && npm test && npm run check && npm run test:full && CI=true npm run test:systems$/m,
    )
  })

  it('every path in the tree of ARCHITECTURE.md is there, and every folder of the first levels is in it', () => {
    const named = treePaths(textOf('ARCHITECTURE.md'))
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
    )
    assert.deepEqual(
      [...foldersIn(''), ...foldersIn('server/')].filter((path) => !named.includes(path)),
      [],
    )
  })

  it('every file that the walks of ARCHITECTURE.md name is there', () => {
    const files = globSync('{contract,server,sdk,workspace,tools}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: (path) => /(^|\/)node_modules(\/|$)/.test(path),
    })
    const named = [...textOf('ARCHITECTURE.md').matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = '']) => path)
    assert.ok(named.length > 50, 'the files are found')
    assert.deepEqual(
      named.filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`))),
      [],
    )
  })

  it('docs/reference/settings.md lists the settings that are read, no more and no fewer', () => {
    assert.deepEqual(documentedSettings(), settingsRead())
  })

  it('docs/reference/command-line.md lists the commands there are', () => {
    const files = ['server/cli.ts', ...globSync('server/cli/*.ts', { cwd: root })].map(textOf).join('\n')
    const made = [
      ...files.matchAll(
        /\b(?:command|changing|commandsOf\(program\))(?:<[^(]*>)?\(\s*(?:\w+,\s*)?'([a-z-]+)'/g,
      ),
    ]
    const page = textOf('docs/reference/command-line.md')
    const isListed = (name: string) => new RegExp(`\`portico [^\`]*\\b${name}\\b`).test(page)
    const commands = made.map((found) => found[1] as string).filter((name) => !isListed(name))
    assert.ok(made.length > 15, 'the commands are found')
    assert.deepEqual(commands, [])
  })

  it('the README is short: the reader has it running within two screens', () => {
    const lines = textOf('README.md').split('\n')
    assert.ok(lines.length <= 110, `${lines.length} lines`)
    assert.ok(lines.indexOf('npm ci && npm start') < 20)
  })

  it('no page names a setting that does not exist', () => {
    const known = [...settingsRead(), 'PORTICO_URL']
    for (const page of pages) {
      for (const [name] of textOf(page).matchAll(/\bPORTICO_[A-Z0-9]+(_[A-Z0-9]+)*\b/g)) {
        assert.ok(known.includes(name), `${page} names ${name}`)
      }
    }
  })

  it('no page names a route that does not exist', () => {
    const beyondTheTable = ['GET /', 'GET /docs', 'GET /join', 'GET /metrics', 'GET /openapi.json']
    const table = (Object.values(routes) as Route[]).map(({ method, path }) => `${method} ${path}`)
    for (const page of pages) {
      for (const [, route] of textOf(page).matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]*)/g)) {
        assert.ok([...beyondTheTable, ...table].includes(route as string), `${page} names ${route}`)
      }
    }
  })
})

function deadLinks(page: string): string[] {
  const prose = textOf(page).replaceAll(/^ *```.*?^ *```$/gms, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((link) => link[1] as string)
  return targets
    .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(page, target))
    .map((target) => `${page}: ${target}`)
}

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, file))) return false
  return anchor === undefined || anchorsOf(textOf(file)).includes(anchor)
}

function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** A line of the tree: how deep it is, the names up to two spaces, and what they are. */
function treePaths(text: string): string[] {
  const tree = /^```\nportico\/\n(.*?)^```$/ms.exec(text)?.[1] ?? ''
  const parents: string[] = []
  return tree
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', names = ''] = /^([│├└─ ]+)(.+?)(?: {2}|$)/.exec(line) ?? []
      const depth = indent.length / 3 - 1
      const inside = parents.slice(0, depth).join('')
      parents[depth] = names
      return names.split(' ').map((name) => inside + name)
    })
}

function foldersIn(folder: string): string[] {
  const hidden = /^\.|^(node_modules|dist|coverage)$/
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !hidden.test(entry.name))
    .map(({ name }) => `${folder}${name}/`)
}

function settingsRead(): string[] {
  const reads = textOf('server/config.ts').matchAll(/\benv(?:\.|, ')([A-Z][A-Z0-9_]+)/g)
  return [...new Set([...reads].map((read) => read[1] as string))].sort()
}

function documentedSettings(): string[] {
  const rows = textOf('docs/reference/settings.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)
  return [...rows].map((row) => row[1] as string).sort()
}
