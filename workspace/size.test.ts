import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildWorkspace } from './build.ts'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean }

const dist = join(import.meta.dirname, 'dist')
const mostShellBytes = 120_000

describe('the size of the workspace', () => {
  let chunks: Record<string, Chunk>

  before(async () => {
    await buildWorkspace()
    chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  })

  const gzipped = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  /** A chunk with all that it needs before it runs. */
  function filesOf(name: string, known = new Set<string>()): Set<string> {
    const { file, imports = [], css = [] } = chunks[name] ?? { file: '' }
    for (const one of [file, ...css]) known.add(one)
    for (const other of imports) if (!known.has(chunks[other]?.file ?? '')) filesOf(other, known)
    return known
  }

  it('the shell stays small, and every screen is a chunk of its own', (test) => {
    const shell = filesOf('frame/early.ts')
    for (const [, file = ''] of readFileSync(join(dist, 'index.html'), 'utf8').matchAll(
      /workspace\/(assets\/[^"]+)/g,
    ))
      shell.add(file)
    assert.ok(shell.size > 2)
    const shellBytes = [...shell].reduce((sum, file) => sum + gzipped(file), 0)
    const screens = Object.entries(chunks).filter(([, { isDynamicEntry }]) => isDynamicEntry)
    test.diagnostic(`shell ${kB(shellBytes)}`)
    for (const [name] of screens) {
      const own = [...filesOf(name)].filter((file) => !shell.has(file))
      test.diagnostic(`${name} ${kB(own.reduce((sum, file) => sum + gzipped(file), 0))}`)
    }
    assert.ok(shellBytes <= mostShellBytes, `the shell has ${kB(shellBytes)}`)
    for (const screen of [
      'work/work.tsx',
      'cases/cases.tsx',
      'cases/case-page.tsx',
      'sessions/sessions.tsx',
      'sessions/session-page.tsx',
      'mail/mail.tsx',
      'reports/reports.tsx',
      'reports/vega.ts',
      'admin/admin.tsx',
      'alerts/inbox.tsx',
      'reading/reader.tsx',
      'writing/writing.tsx',
    ])
      assert.ok(chunks[screen]?.isDynamicEntry, screen)
  })
})

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
