import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { openApi } from './openapi.ts'
import { ports } from './ports/all.ts'
import type { PortDeclaration } from './ports/kit.ts'
import { neededFor, type Route } from './route.ts'
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

  it('describes every route of the table, and says of each who may call it', () => {
    const { paths } = openApi() as {
      paths: Record<
        string,
        Record<string, { operationId: string; description: string; security?: unknown[] }>
      >
    }
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const operation = paths[route.path]?.[route.method.toLowerCase()]
      assert.equal(operation?.operationId, name)
      assert.deepEqual(operation?.security, route.public ? [] : undefined)
      const who = route.isForOwnPages ? 'portico-session' : route.public ? 'No token' : '(Needs|Anyone)'
      assert.match(operation?.description ?? '', new RegExp(`(^|[.] )[^.]*${who}`), name)
      for (const action of neededFor(route) ?? [])
        assert.ok(operation?.description.includes(`\`${action}\``), name)
    }
  })

  it('describes every request that the service makes itself', () => {
    const { webhooks } = openApi() as { webhooks: Record<string, { post: { description: string } }> }
    const calls = (ports as readonly PortDeclaration[]).flatMap(({ name, calls }) =>
      Object.entries(calls).map(([call, { does }]) => ({ name: `${name}.${call}`, does })),
    )
    assert.deepEqual(
      Object.keys(webhooks),
      calls.map(({ name }) => name),
    )
    for (const { name, does } of calls) assert.ok(webhooks[name]?.post.description.startsWith(does), name)
  })
})
