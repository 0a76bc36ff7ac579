import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { openApi } from './openapi.ts'
import type { Route } from './route.ts'
import { routes } from './table.ts'

const redocly = join(import.meta.dirname, '../node_modules/.bin/redocly')
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

async function lint(document: unknown): Promise<{ errors: number; warnings: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-openapi-'))
  try {
    const path = join(folder, 'openapi.json')
    await writeFile(path, JSON.stringify(document))
    const env = { ...process.env, ...quiet }
    const { stdout } = await promisify(execFile)(redocly, ['lint', '--format=json', path], {
      cwd: folder,
      env,
    }).catch((failed: { stdout: string }) => failed)
    return (JSON.parse(stdout) as { totals: { errors: number; warnings: number } }).totals
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('the OpenAPI document', () => {
  it('is clean under a public linter, which finds what is wrong', async () => {
    assert.deepEqual(await lint(openApi()), { errors: 0, warnings: 0, ignored: 0 })
    const broken = openApi() as { paths: Record<string, unknown> }
    broken.paths['/broken/{id}'] = { get: { responses: {} } }
    assert.ok((await lint(broken)).errors > 0)
  })

  it('describes every route of the table', () => {
    const { paths } = openApi() as {
      paths: Record<string, Record<string, { operationId: string; security?: unknown[] }>>
    }
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const operation = paths[route.path]?.[route.method.toLowerCase()]
      assert.equal(operation?.operationId, name)
      assert.deepEqual(operation?.security, route.public ? [] : undefined)
    }
  })
})
